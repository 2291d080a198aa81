import type { Config } from '../config.ts'
import { type DemoIdentity, demoIdentity } from './demo-identity.ts'
import { type IdentityProvider, identityProvider } from './identity-provider.ts'

/** Returns the identity provider of the settings, or the built-in demo identity where none is set. */
export function prepareSignIn({ identity, publicUrl }: Config): {
  provider: IdentityProvider
  demo?: DemoIdentity
} {
  if (identity.kind === 'provider') return { provider: identityProvider(identity, publicUrl, identity.kind) }
  const demo = demoIdentity(publicUrl)
  return { demo, provider: identityProvider(demo.client, publicUrl, identity.kind) }
}
