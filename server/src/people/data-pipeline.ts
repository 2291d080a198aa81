/** The person in whose name scans by the clock link. Nobody signs in as it. */
export const dataPipeline = { id: 'lims:data-pipeline', name: 'Data pipeline' } as const
