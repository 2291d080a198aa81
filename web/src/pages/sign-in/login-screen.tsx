import { formatCount } from '@lims/contract/format-count.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { signInAddressQuery, siteQuery } from '../../entities/session/auth-api.ts'
import { countUnsent } from '../../features/scanning/kept-scans.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { isWebAddress } from '../../ui/is-web-address.ts'
import { markSignInBegun } from './begun-sign-in.ts'
import styles from './login-screen.module.css'
import { keepSignInTarget } from './sign-in-target.ts'

const route = getRouteApi('/auth/login')

const unreachable = 'Unable to connect to the authentication service. Please try again later.'
const noAddress = 'Google OAuth URL is not available. Please refresh the page and try again.'

export function LoginScreen() {
  const { target } = route.useSearch()
  const site = useQuery(siteQuery).data
  const [unsent] = useState(countUnsent)
  const address = useQuery(signInAddressQuery(target))
  const [isPressed, setPressed] = useState(false)
  const trouble = address.error
    ? unreachable
    : address.isSuccess && !isWebAddress(address.data ?? '')
      ? noAddress
      : undefined
  const serverMessage = address.error instanceof CallError ? address.error.serverMessage : undefined

  async function goToProvider() {
    setPressed(true)
    const { isSuccess, data } = await address.refetch({ cancelRefetch: false })
    setPressed(false)
    if (!isSuccess || !isWebAddress(data ?? '')) return
    keepSignInTarget(target)
    markSignInBegun()
    window.location.assign(data)
  }

  return (
    <main className={styles.page}>
      <title>Login · LIMS</title>
      <section className={styles.card} aria-labelledby="login-title">
        <BrandMark size={44} />
        <h1 id="login-title">Sign in to LIMS</h1>
        <p className={styles.lead}>
          {target ? 'Please sign in to continue.' : 'Every sample, every box, every answer.'}
        </p>
        {trouble && (
          <Alert
            type="error"
            showIcon
            title={trouble}
            description={serverMessage}
            action={
              <Button size="small" onClick={() => address.refetch()} loading={address.isFetching}>
                Retry
              </Button>
            }
          />
        )}
        <Button
          type="primary"
          size="large"
          block
          autoFocus
          // Not while the address is requested on load: the library would ignore a press.
          loading={isPressed}
          disabled={trouble !== undefined}
          onClick={goToProvider}
        >
          {site ? `Sign in with ${site.provider}` : 'Sign in'}
        </Button>
        {unsent > 0 && (
          <Alert
            type="warning"
            showIcon
            title={`${formatCount(unsent, 'scan', 'scans')} in this browser not sent yet`}
            description="Each is sent when the person who made it signs in here again."
          />
        )}
        {site?.demo && (
          <Alert
            type="info"
            title="This is a demonstration"
            description="Choose one of three made-up people on the next page. There is no password."
          />
        )}
        <Link to="/" className={styles.back}>
          About LIMS
        </Link>
      </section>
    </main>
  )
}
