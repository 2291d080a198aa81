/** Whether a browser opens an address as a page: not `javascript:`, which runs code, nor the `s3:` of a data file. */
export const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address)
