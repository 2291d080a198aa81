import { test as base } from '@playwright/test'
import type { AgentProtocol } from '../tools/print-agent/agent-protocol.ts'
import { type Faults, noFaults } from '../tools/print-agent/faults.ts'
import { type Simulator, startSimulator } from '../tools/print-agent/simulator.ts'

type PrintAgent = {
  /** The ZPL of every label that came, in order. */
  labels: () => string[]
  /** From now on only these faults; without any, all is well. */
  setFaults: (faults?: Partial<Faults>) => void
}

/** A test with a simulated print agent that starts without faults and without labels. */
export const test = base.extend<{ agent: PrintAgent }, { isPagePublic: boolean; simulator: Simulator }>({
  /** Whether the browser takes LIMS for a page from the public network. */
  isPagePublic: [false, { scope: 'worker', option: true }],
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern.
    async ({}, use) => {
      const simulator = await startSimulator(0)
      await use(simulator)
      await simulator.stop()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, simulator, isPagePublic }, use) => {
      const agentPort = new URL(simulator.url).port
      const args = [
        ...(launchOptions.args ?? []),
        // Tests run side by side, and a real agent may hold port 9100.
        `--host-resolver-rules=MAP 127.0.0.1:9100 127.0.0.1:${agentPort},MAP lims.test 127.0.0.1`,
      ]
      const limsPort = new URL(process.env.E2E_BASE_URL ?? '').port
      if (isPagePublic) args.push(`--ip-address-space-overrides=127.0.0.1:${limsPort}=public`)
      // Only a browser with windows asks before such a page reaches the local network.
      const withWindows = isPagePublic ? { executablePath: process.env.E2E_BROWSER ?? '' } : {}
      await use({ ...launchOptions, ...withWindows, args })
    },
    { scope: 'worker' },
  ],
  agent: async ({ simulator }, use) => {
    simulator.agent.setFaults(noFaults)
    simulator.agent.store.clear()
    await use(controlsOf(simulator.agent))
    // A label that a closed window has sent would come out in the next test.
    await simulator.settled()
  },
})

const controlsOf = (agent: AgentProtocol): PrintAgent => ({
  labels: () => agent.store.labels.map(({ zpl }) => zpl),
  setFaults: (faults = {}) => agent.setFaults({ ...noFaults, ...faults }),
})
