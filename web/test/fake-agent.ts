import { Printer, printAgentAddresses } from '@lims/contract/print-agent.ts'
import { HttpResponse, http } from 'msw'
import { server } from './server.ts'

const [address] = printAgentAddresses

export const aPrinter = (printer: Partial<Printer> = {}): Printer =>
  Printer.parse({
    uid: '10.0.0.5:9100',
    provider: 'com.zebra.ds.webdriver.desktop.provider.DefaultDeviceProvider',
    name: 'ZDesigner ZD611-300dpi (ZPL)',
    connection: 'driver',
    version: 3,
    manufacturer: 'Zebra Technologies',
    ...printer,
  })

export const agentConfig = {
  application: { version: '1.3.2.489', apiLevel: 5, buildNumber: 489, platform: 'macos' },
}

/** Replies to one path of the print agent from now on. Returns its requests so far. */
export function agentAnswers(
  path: string,
  answer: (request: Request) => Response | Promise<Response>,
): Request[] {
  const requests: Request[] = []
  server.use(
    http.all(address + path, ({ request }) => {
      requests.push(request.clone())
      return answer(request)
    }),
  )
  return requests
}

export const json = (body: object) => () => HttpResponse.json(body)
export const plain =
  (body: string, status = 200) =>
  () =>
    new HttpResponse(body, { status })
export const noConnection = () => HttpResponse.error()

/** Replies to labels from now on with this; the status of the printer can still be requested. */
export const agentAnswersLabels = (answer: () => Response | Promise<Response>) =>
  agentAnswers('/write', async (request) =>
    (await request.text()).includes('~HS') ? plain('{}')() : answer(),
  )

/** The reply of a printer to ~HS, with the given fields set: [frame, field]. */
export function hostStatus(...set: (readonly [number, number])[]): string {
  const frames = ['030,0,0,0154,000,0,0,0,000,0,0,0', '000,0,0,0,0,2,4,0,00000000,1,000', '1234,0'].map(
    (frame) => frame.split(','),
  )
  for (const [frame, field] of set) (frames[frame] ?? [])[field] = '1'
  return frames.map((frame) => `\x02${frame.join(',')}\x03\r\n`).join('')
}

/** An agent with these printers, which takes every label and says nothing of itself. */
export function agentRuns(printers: Printer[] = [aPrinter()]): Request[] {
  agentAnswers('/config', json(agentConfig))
  agentAnswers('/available', json({ printer: printers }))
  agentAnswers('/default', plain(''))
  agentAnswers('/read', plain(''))
  return agentAnswers('/write', plain('{}'))
}
