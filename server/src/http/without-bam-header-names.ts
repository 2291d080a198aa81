/**
 * Returns the problem that a scan reports of a BAM file (`fit-sample.ts`) without the names in the header of the file,
 * which are often those of subjects. The text may have been cut.
 */
export const withoutBamHeaderNames = (problem: string): string =>
  problem
    .replace(/(?<= by its header): .*$/s, '')
    .replace(/(?<= by its path, but) of .*$/s, ' not by its header')
