// React first, in its development build: only that one has `act`.
import '@testing-library/react'
import 'react/jsx-dev-runtime'
import 'react/jsx-runtime'
import * as React from 'react'

// All other libraries as in the browser of a laboratory, without the checks of development, which took a tenth of the
// time.
process.env.NODE_ENV = 'production'

// For its warnings, React captures a stack trace for each of the first 10,000 elements of a second, which took a tenth
// of the time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
if (internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => {},
    configurable: true,
  })
}
