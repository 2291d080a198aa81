import { App } from 'antd'
import AppContext from 'antd/es/app/context.js'
import { type ReactNode, useMemo, useState } from 'react'
import { isAnotherSignedIn, presentSender, type Sender } from '../api/stored-token.ts'

/** A reply may come when another person has signed in, who must not read what the one before has done. */
export function NoticesOfPerson({ children }: { children: ReactNode }) {
  const app = App.useApp()
  const [person] = useState(presentSender)
  const ofPerson = useMemo(
    () => ({
      ...app,
      message: whilePresent(app.message, person),
      notification: whilePresent(app.notification, person),
    }),
    [app, person],
  )
  return <AppContext value={ofPerson}>{children}</AppContext>
}

/** Returns functions that show nothing once another person has signed in. What was shown is still closed. */
const whilePresent = <Api extends object>(api: Api, person: Sender): Api =>
  Object.fromEntries(
    Object.entries(api).map(([name, call]) => [
      name,
      (...args: unknown[]) => (name === 'destroy' || !isAnotherSignedIn(person) ? call(...args) : undefined),
    ]),
  ) as Api
