import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { saveSelection } from './saved-selection.ts'

const CodesDialog = lazy(() => import('./codes-dialog.tsx').then((file) => ({ default: file.CodesDialog })))

/** Opens the dialog for a list of codes, and then the page of the selected samples. */
export function CodesButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const navigate = useNavigate()

  return (
    <>
      <Button
        onClick={() => {
          setWasOpened(true)
          setIsOpen(true)
        }}
      >
        Select from a list of codes…
      </Button>
      {wasOpened && (
        <Suspense>
          <CodesDialog
            isOpen={isOpen}
            onSelect={(ids) => navigate({ to: '/samples/selection', search: { list: saveSelection(ids) } })}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
