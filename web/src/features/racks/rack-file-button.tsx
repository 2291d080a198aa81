import { Button } from 'antd'
import { type ChangeEvent, useRef } from 'react'

const known = '.csv,.tsv,.txt,.json,text/csv,text/tab-separated-values,text/plain,application/json'

/** Chooses a rack-reader file where dropping one is not at hand. */
export function RackFileButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file may be chosen again once it has been mended.
    target.value = ''
    if (file) onFile(file)
  }

  return (
    <>
      <input ref={input} type="file" accept={known} hidden aria-label="Rack file" onChange={choose} />
      <Button onClick={() => input.current?.click()}>Rack file…</Button>
    </>
  )
}
