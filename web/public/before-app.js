// Runs before the first paint and the application. A file of its own: inline scripts are forbidden.

/** Returns what keeps LIMS from running in this browser, which would show an empty page, and what to do. */
function findProblem() {
  // The newest of what the application needs; the README names the versions that have it.
  if (!Map.groupBy || !AbortSignal.any || !Intl.Segmenter)
    return 'This browser is too old for LIMS. Update it, or use another: Chrome or Edge 117, Firefox 125, Safari 17.4 or newer.'
  try {
    localStorage.getItem('lims.theme')
  } catch {
    return 'This browser stores nothing for this page, which LIMS needs. Allow cookies and site data for this address in the settings of the browser, then reload the page.'
  }
}

const problem = findProblem()

// A dark page never flashes white.
const chosen = problem ? null : localStorage.getItem('lims.theme')
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = dark ? 'dark' : 'light'

// A scanner does not wait for the application, which takes over what is typed until then.
const earlyKeys = []
const keepKey = (event) => earlyKeys.push(event)
addEventListener('keydown', keepKey)
window.takeEarlyKeys = () => {
  removeEventListener('keydown', keepKey)
  return earlyKeys.splice(0)
}

function show(text) {
  const message = document.createElement('p')
  message.setAttribute('role', 'alert')
  message.style.cssText = 'margin: 0; padding: 24px; font: 18px/1.5 sans-serif'
  message.textContent = text
  document.body.prepend(message)
}

if (problem) document.addEventListener('DOMContentLoaded', () => show(problem))
// The program or its style sheet cannot be loaded, such as where servers behind a load balancer have different versions.
// The event of a script does not bubble. A part that fails after the start is reported by its page.
else
  addEventListener(
    'error',
    ({ target }) => {
      const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet'
      if (!isStyle && !(target instanceof HTMLScriptElement)) return
      if (!document.getElementById('root')?.hasChildNodes())
        show('LIMS could not be loaded: the server may be about to be updated. Reload this page in a moment.')
    },
    { capture: true },
  )
