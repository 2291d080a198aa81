/** Where the scans of a person that have no reply yet are kept in the browser. */
export const keptScansKey = (owner: string | undefined): string => `lims.unsent.receive.${owner ?? 'nobody'}`
