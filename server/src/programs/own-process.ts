import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'

/** Ends the process and removes its folder. A second call has no further effect. */
export type Stop = () => Promise<void>

/**
 * The script of the watcher process. It waits for its pipe to close, which also happens when the server is killed, and
 * then ends the child: by the stop signal, and, with a limit, by QUIT after that many tenths of a second and by KILL a
 * second later.
 */
const watch = `
  read -r message
  if [ "$message" != gone ]; then
    kill -s "$1" "$2" 2>/dev/null
    waited=0
    while kill -0 "$2" 2>/dev/null; do
      [ "$waited" != "$4" ] || kill -s QUIT "$2" 2>/dev/null
      [ "$waited" != "$5" ] || kill -s KILL "$2" 2>/dev/null
      waited=$((waited + 1))
      sleep 0.1
    done
  fi
  [ -z "$3" ] || rm -rf "$3"`

/**
 * Ends a child process and removes its folder when this process ends, even when it is killed. Returns a function that
 * does so earlier. Without `graceSeconds` the child has unlimited time to stop.
 */
export function ownProcess(
  child: ChildProcess,
  stopSignal: 'SIGINT' | 'SIGTERM',
  folder = '',
  graceSeconds?: number,
): Stop {
  if (child.pid === undefined) return async () => {}
  const limits = graceSeconds === undefined ? ['', ''] : [graceSeconds * 10, graceSeconds * 10 + 10]
  const watchArguments = [stopSignal.slice(3), child.pid, folder, ...limits].map(String)
  const watcher = spawn('/bin/sh', ['-c', watch, 'sh', ...watchArguments], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const { stdin } = watcher
  watcher.unref()
  ;(stdin as Socket).unref()
  const cleanedUp = once(watcher, 'exit')

  child.once('exit', () => {
    if (!stdin.writableEnded) stdin.end('gone\n')
  })
  return async () => {
    watcher.ref()
    if (!stdin.writableEnded) stdin.end()
    await cleanedUp
  }
}
