import { demoPeople } from './demo-people.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;background:#f6f8fb;color:#0f1b2d;display:grid;place-items:center;min-height:100vh;margin:0}
main{background:#fff;border:1px solid #e4e9f0;border-radius:12px;padding:32px;width:min(360px,calc(100vw - 32px));box-sizing:border-box}
h1{font-size:22px;margin:0 0 4px}p{margin:0 0 20px;color:#5b6b80}
button{display:block;width:100%;text-align:left;font:inherit;padding:12px 16px;margin-top:8px;border:1px solid #e4e9f0;border-radius:8px;background:#fff;color:inherit;cursor:pointer}
button:hover,button:focus-visible{border-color:#1554c8;outline:2px solid #1554c8;outline-offset:1px}
small{display:block;color:#5b6b80}
@media (prefers-color-scheme:dark){body{background:#0b1220;color:#e8eef7}main,button{background:#121b2c;border-color:#233047}p,small{color:#93a4bb}}`

/** A form with one button for each person, without scripts. */
export const demoIdentityPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo identity</title><style>${style}</style></head>
<body><main><h1>Demo identity</h1><p>Who are you today? These people are made up.</p>
<form method="post">${demoPeople
  .map(({ id, name, role }) => `<button name="person" value="${id}">${name}<small>${role}</small></button>`)
  .join('')}</form></main></body></html>`
