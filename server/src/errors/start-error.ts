/** Why the server cannot start, or a command cannot do its work: printed as one line, without a stack. */
export class StartError extends Error {}
