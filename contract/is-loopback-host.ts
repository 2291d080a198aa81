const loopback = /^(127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/

/** Whether a host name or address, without a port, is this computer. */
export const isLoopbackHost = (host: string): boolean => loopback.test(host)
