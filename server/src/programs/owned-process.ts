import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'

/** Ends the process and removes its folder; asking twice does it once. */
export type Stop = () => Promise<void>

/** Waits for its pipe to close, which happens also when we are killed outright, and then cleans up behind us. */
const watch = `
  read -r said
  if [ "$said" != gone ]; then
    kill -s "$1" "$2" 2>/dev/null
    while kill -0 "$2" 2>/dev/null; do sleep 0.1; done
  fi
  [ -z "$3" ] || rm -rf "$3"`

/** Ties a child process and its folder to this process, however this one ends. */
export function ownProcess(child: ChildProcess, stopSignal: 'SIGINT' | 'SIGTERM', folder = ''): Stop {
  if (child.pid === undefined) return async () => {}
  const watcher = spawn('sh', ['-c', watch, 'sh', stopSignal.slice(3), `${child.pid}`, folder], {
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
