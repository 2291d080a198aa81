import { permissionTexts } from '@lims/contract/permissions.ts'
import type { ApiToken } from '@lims/contract/tokens.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Skeleton } from 'antd'
import { QueryError } from '../../api/query-error.tsx'
import { useSession } from '../../entities/session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDay, formatEnd, formatMoment } from '../../ui/format-moment.ts'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import { tokensQuery, useRevokeToken } from './token-api.ts'
import styles from './tokens.module.css'

type Props = {
  /** The person whose tokens are listed; without it the caller. */
  personId?: string
  empty: string
}

const isOpen = ({ revokedAt, expiresAt }: ApiToken) =>
  revokedAt === null && new Date(expiresAt).getTime() > Date.now()

/**
 * The tokens of a person: what each may do, when it was used last and when it ends. The usable ones come first. The
 * caller's own list has those of their service accounts too, by their names.
 */
export function TokenList({ personId, empty }: Props) {
  useRerenderDaily()
  const me = useSession()?.user.sub
  const tokens = useQuery(tokensQuery({ isOfEverybody: personId !== undefined }))
  if (tokens.isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  if (tokens.isLoadingError) {
    return <QueryError title="The tokens could not be loaded" query={tokens} />
  }
  const listed = tokens.data.filter(({ person }) => personId === undefined || person.id === personId)
  if (listed.length === 0) return <EmptyState isCompact text={empty} />
  const sorted = listed.toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)))
  return (
    <ul className={styles.tokens}>
      {sorted.map((token) => (
        <TokenLine key={token.id} token={token} isOfListed={token.person.id === (personId ?? me)} />
      ))}
    </ul>
  )
}

/** `isOfListed`: the token is of the person whose list this is; otherwise it says of which service account it is. */
function TokenLine({ token, isOfListed }: { token: ApiToken; isOfListed: boolean }) {
  const { id, name, person, createdWith, permissions, expiresAt, revokedAt } = token
  const fullName = isOfListed ? name : `${name} of ${person.name}`
  const { modal } = App.useApp()
  const revoke = useRevokeToken()
  // Those of others are not in this list.
  const mayHaveCreated = permissions.includes('token.create')
  const confirm = () =>
    modal.confirm({
      title: `Revoke ${fullName}?`,
      content: `Scripts and instruments that use it are refused from then on. ${mayHaveCreated ? 'Tokens that were created with it end too. ' : ''}This cannot be undone.`,
      okText: 'Revoke',
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => revoke.mutate({ id, name: fullName }),
    })
  return (
    <li data-open={isOpen(token)}>
      <span className={styles.name}>
        <strong>{name}</strong>
        {!isOfListed && <small>service account {person.name}</small>}
        {createdWith && <small>created with {createdWith.name}</small>}
      </span>
      <span>{permissions.map((permission) => permissionTexts[permission]).join(', ')}</span>
      <span className="muted">{describeUse(token)}</span>
      <span className="numbers">
        {revokedAt === null ? formatEnd(expiresAt) : `revoked ${formatDay(revokedAt)}`}
      </span>
      <span className={styles.action}>
        {isOpen(token) && (
          <Button danger aria-label={`Revoke ${fullName}`} loading={revoke.isPending} onClick={confirm}>
            Revoke
          </Button>
        )}
      </span>
    </li>
  )
}

function describeUse({ lastUsedAt, lastUsedFrom }: ApiToken): string {
  if (lastUsedAt === null) return 'never used'
  return `used ${formatMoment(lastUsedAt)}${lastUsedFrom === null ? '' : ` from ${lastUsedFrom}`}`
}
