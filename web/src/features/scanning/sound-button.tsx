import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useStore } from '../../api/create-store.ts'
import { scanSoundMuted } from './scan-sound.ts'

/** Switches the sounds of scans on and off. `onDone` returns the focus to the scan field. */
export function SoundButton({ onDone }: { onDone: () => void }) {
  const muted = useStore(scanSoundMuted)
  return (
    <Button
      size="small"
      icon={muted ? <MutedOutlined aria-hidden /> : <SoundOutlined aria-hidden />}
      aria-pressed={!muted}
      onClick={() => {
        scanSoundMuted.set(!muted)
        onDone()
      }}
    >
      Sound
    </Button>
  )
}
