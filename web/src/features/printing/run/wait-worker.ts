self.addEventListener('message', ({ data: ms, ports: [port] }: MessageEvent<number>) => {
  setTimeout(() => port?.postMessage('over'), ms)
})
