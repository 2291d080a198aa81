// Runs before the first paint, so that a dark page never flashes white. A file of its own: inline scripts are forbidden.
const chosen = localStorage.getItem('lims.theme')
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = dark ? 'dark' : 'light'
