/** Why the server cannot start: printed as one line, without a stack. */
export class StartError extends Error {}
