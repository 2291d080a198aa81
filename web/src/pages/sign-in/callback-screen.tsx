import { getRouteApi, useRouter } from '@tanstack/react-router'
import { App, Spin } from 'antd'
import { useEffect } from 'react'
import { CallError, textOfFailure } from '../../api/call-error.ts'
import { clearToken } from '../../api/stored-token.ts'
import { currentSession, onSessionChange, type Session } from '../../entities/session/session.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { forgetSignIn, hasBegunSignIn, isSignInCompleted, markSignInCompleted } from './begun-sign-in.ts'
import { beginCallback, endCallback } from './callback-flag.ts'
import { completeLogin } from './complete-login.ts'
import { keepSignInTarget, signInTarget } from './sign-in-target.ts'

const route = getRouteApi('/auth/login/callback')

const missingParameters = 'Invalid callback URL. Missing parameters.'
const loginFailed = 'Login failed. Please try again.'
const interrupted = 'The page was reloaded before the sign-in was complete.'
const howToChange = 'To sign in as somebody else, log out first.'
const unexpected = 'An unexpected error occurred. Please try again.'

/** A link could bring any other text, which would look like one of the application. */
const errorCode = /^[a-z_]{1,40}$/
const reasonOf = (error: string) =>
  errorCode.test(error)
    ? `The identity provider replied '${error}'.`
    : 'The identity provider refused the sign-in.'

export function CallbackScreen() {
  const { code, state, iss, error } = route.useSearch()
  const router = useRouter()
  const { notification } = App.useApp()

  /** Opens the login page with the reason; without the mark of this tab, the page of the person who is signed in. */
  function backToLogin(title: string, reason?: string, notify = notification.error) {
    const signedIn = hasBegunSignIn() ? undefined : currentSession()
    forgetSignIn()
    if (signedIn) return keepSession(signedIn, reason ?? title)
    notify({ key: 'login', title, description: reason, duration: 0 })
    router.navigate({ to: '/auth/login', search: { target: signInTarget() }, replace: true })
  }

  /** The callback may be that of a link, or of a sign-in whose tab was closed or has lost its storage. */
  function keepSession({ user }: Session, reason: string) {
    const title = `The sign-in failed. ${user.name} is still signed in.`
    stayAs(notification.warning, title, `${reason.replace(/\.?$/, '.')} ${howToChange}`)
  }

  function stayAs(notify: typeof notification.info, title: string, description: string) {
    const key = 'still-signed-in'
    notify({ key, title, description, duration: 0 })
    const unsubscribe = onSessionChange(() => {
      unsubscribe()
      notification.destroy(key)
    })
    router.navigate({ to: '/dashboard', replace: true })
  }

  /** The sign-in failed before the server was called. As after a refusal by the server, no one is signed in. */
  function endSignIn(title: string, reason?: string) {
    if (hasBegunSignIn()) clearToken()
    backToLogin(title, reason)
  }

  function enter(state: string, { session, target }: Awaited<ReturnType<typeof completeLogin>>) {
    keepSignInTarget(undefined)
    forgetSignIn()
    markSignInCompleted(state)
    notification.destroy()
    notification.success({ title: `Welcome, ${session.user.name}` })
    router.history.replace(target)
  }

  function showFailure(failure: unknown) {
    const refused = failure instanceof CallError && failure.status !== undefined
    backToLogin(refused ? loginFailed : unexpected, textOfFailure(failure))
  }

  const returnToLogin = () => backToLogin('Please sign in again', interrupted, notification.info)

  // Synchronises with the identity provider, which has redirected to this address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is handled once
  useEffect(() => {
    const signedIn = currentSession()
    if (signedIn && !hasBegunSignIn() && state && isSignInCompleted(state)) {
      return stayAs(notification.info, `You are signed in as ${signedIn.user.name}`, howToChange)
    }
    if (error) return endSignIn(loginFailed, reasonOf(error))
    if (!code || !state) return endSignIn(missingParameters)
    const begun = beginCallback(state)
    if (begun === 'running') return
    const login = begun === 'begun' ? completeLogin({ code, state, iss }) : Promise.resolve(undefined)
    login.then(
      (entered) => endCallback(state, () => (entered ? enter(state, entered) : returnToLogin())),
      (failure: unknown) => endCallback(state, () => showFailure(failure)),
    )
  }, [code, state, iss, error])

  return <MessagePage title="Signing in" text="One moment, please." action={<Spin />} />
}
