import { hash, randomBytes } from 'node:crypto'
import { tokenPrefix } from '@lims/contract/tokens.ts'

const secretBytes = 32

/** Returns a new API token: the prefix, and 43 characters of base64url from 32 random bytes. */
export const newApiToken = (): string => `${tokenPrefix}${randomBytes(secretBytes).toString('base64url')}`

/**
 * Returns the SHA-256 of any text in base64. Of a token only this is stored: with 256 random bits, no slow hash is
 * needed.
 */
export const hashApiToken = (token: string): string => hash('sha256', token, 'base64')

/** Whether a bearer token is checked as an API token. A session token is a JWT, whose parts are separated by dots. */
export const isApiToken = (bearer: string): boolean => !bearer.includes('.')
