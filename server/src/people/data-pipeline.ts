/** The account in whose name scheduled scans link files. Nobody can sign in with it. */
export const dataPipeline = { id: 'lims:data-pipeline', name: 'Data pipeline' } as const
