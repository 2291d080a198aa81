import { totalmem } from 'node:os'

const mib = 1024 * 1024

const clamp = (value: number, min: number, max: number) => Math.round(Math.min(Math.max(value, min), max))

/**
 * The settings of the bundled PostgreSQL, given at each start, so that they belong to the program and not to the data
 * folder. Sizes follow the memory of the machine, in bytes.
 */
export function serverSettings(socketFolder: string, memoryBytes = totalmem()): Record<string, string> {
  const memoryMib = memoryBytes / mib
  return {
    // Reached by its socket only, in a folder that nobody else may enter.
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    // The file cache of the system holds the rest; connections share this memory. With less than 128 MB, receipts among
    // a million samples wait for pages to be written out, and are a fifth slower.
    shared_buffers: `${clamp(memoryMib / 64, 32, 128)}MB`,
    effective_cache_size: `${clamp(memoryMib / 2, 128, 65_536)}MB`,
    work_mem: '8MB',
    maintenance_work_mem: `${clamp(memoryMib / 64, 32, 256)}MB`,
    // An acknowledged write is on the disk.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // One server, no replica: the log is needed for recovery after a crash only.
    wal_level: 'minimal',
    max_wal_senders: '0',
    wal_buffers: '16MB',
    min_wal_size: '64MB',
    max_wal_size: '512MB',
    // Each process reads its pages itself: handing that to a worker process costs more than the read.
    io_method: 'sync',
    random_page_cost: '1.1',
    // Statements here are short, and one person's shall not take the processors of all others.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // A study of 20,000 samples comes in one call: the planner learns of it within seconds, not a minute.
    autovacuum_naptime: '10s',
    // In the order of the server's log ERROR is below LOG. What a statement was about belongs to the audit trail.
    log_min_messages: 'warning',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '%e ',
    logging_collector: 'off',
    lc_messages: 'C',
  }
}
