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

/** Answers one call to the print agent from now on, and returns what it was asked so far. */
export function agentAnswers(path: string, answer: () => Response | Promise<Response>): Request[] {
  const asked: Request[] = []
  server.use(
    http.all(address + path, ({ request }) => {
      asked.push(request.clone())
      return answer()
    }),
  )
  return asked
}

export const json = (body: object) => () => HttpResponse.json(body)
export const plain =
  (body: string, status = 200) =>
  () =>
    new HttpResponse(body, { status })
export const noConnection = () => HttpResponse.error()

/** An agent with these printers, which takes every label and says nothing of itself. */
export function agentRuns(printers: Printer[] = [aPrinter()]): Request[] {
  agentAnswers('/config', json(agentConfig))
  agentAnswers('/available', json({ printer: printers }))
  agentAnswers('/default', plain(''))
  agentAnswers('/read', plain(''))
  return agentAnswers('/write', plain('{}'))
}
