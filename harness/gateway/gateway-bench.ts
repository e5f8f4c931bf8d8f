import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ToolError } from '../../tools/core/errors.ts'
import type { Json } from '../../tools/core/json.ts'
import { GATEWAY_VARIABLES } from '../../tools/gateway/gateway.ts'
import { createRunDirectory } from '../chain/process-ledger.ts'
import { HarnessError } from '../errors.ts'
import { type HeldPort, holdPort } from '../hold-port.ts'
import { readToldError } from './gateway-codes.ts'
import type { AgentPlace, GatewayMode } from './gateway-mode.ts'
import { GATEWAY_TOKEN, type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { PI_COMMAND, piEnvironment } from './pi-command.ts'
import { type PiProcess, startPiProcess } from './pi-process.ts'

/** What a gateway of a scenario is started with. */
export interface GatewayStart {
  /** Sources of its plugins, by name. */
  readonly plugins: Readonly<Record<string, string>>
  readonly agent: AgentPlace
  /** Longest time of a call, milliseconds of the real clock. */
  readonly callMs?: number
}

/** What a call of the model came to. */
export interface ToldCall {
  readonly error?: ToolError
  /** `offered`: names of the tools in the model's context; `lines`: those of the call's result there. */
  readonly details: Json
}

/** A gateway and an agent of it, each a process of its own. */
export interface GatewayBench {
  /** Start the gateway, or start it again with other plugins. */
  start(start: GatewayStart): Promise<void>
  /** @throws HarnessError STEP_IMPOSSIBLE for an agent that would end with its gateway */
  setMode(mode: GatewayMode): Promise<void>
  /** Let the agent's model call a tool. */
  call(tool: string, args: Json): Promise<ToldCall>
  close(): Promise<void>
}

const STATE_DIR = fileURLToPath(new URL('../../.assay', import.meta.url))
const SESSION = 'main'

/** How long an agent waits for a gateway that is never going to answer, and for any other, milliseconds. */
const SHORT_WAIT_MS = 300
const LONG_WAIT_MS = 120_000

const OTHER_TOKEN = GATEWAY_TOKEN.replace('owner', 'other')

/** Create it; nothing runs yet. */
export function createGatewayBench(): GatewayBench {
  const directory = createRunDirectory(STATE_DIR)
  const { path: home } = directory
  let started: GatewayStart | undefined
  let mode: GatewayMode = 'on'
  // An agent that goes on has to find a gateway where it was.
  let held: HeldPort | undefined
  let gateway: GatewayProcess | undefined
  let apart: { readonly pi: PiProcess; readonly environment: Readonly<Record<string, string>> } | undefined
  const endGateway = async () => {
    await gateway?.stop()
    gateway = undefined
  }
  const begin = async (start: GatewayStart) => {
    writePlugins(home, start.plugins)
    held ??= await holdPort()
    gateway = await startGatewayProcess(writeConfig(home, start, held.port))
  }
  const playApart = async (tool: string, args: Json) => {
    const environment = {
      [GATEWAY_VARIABLES.url]: `http://127.0.0.1:${held?.port}`,
      // Those of agents are the gateway's to give, and end with it.
      [GATEWAY_VARIABLES.token]: mode === 'other-token' ? OTHER_TOKEN : GATEWAY_TOKEN,
      [GATEWAY_VARIABLES.session]: SESSION,
      [GATEWAY_VARIABLES.timeoutMs]: String(mode === 'slow' ? SHORT_WAIT_MS : LONG_WAIT_MS),
    }
    if (apart === undefined || JSON.stringify(environment) !== JSON.stringify(apart.environment)) {
      await apart?.pi.close()
      apart = { environment, pi: startPiProcess(home, findExtension(home), environment) }
    }
    return apart.pi.play([tool, args])
  }
  const playOwn = async (tool: string, args: Json) => {
    if (gateway !== undefined) return gateway.play(SESSION, [tool, args])
    throw new HarnessError('STEP_IMPOSSIBLE', 'there is no gateway', { hint: 'start one before' })
  }
  return {
    async start(start) {
      await endGateway()
      mode = 'on'
      started = start
      await begin(start)
    },
    async setMode(next) {
      if (started?.agent !== 'apart') {
        throw new HarnessError('STEP_IMPOSSIBLE', 'no agent goes on without this gateway', {
          expected: 'an agent beside a gateway that was started',
          found: started?.agent ?? 'no gateway',
          hint: 'start the gateway before, with agent: apart',
        })
      }
      mode = next
      if (mode === 'down') await endGateway()
      else if (gateway === undefined) await begin(started)
      gateway?.setPaused(mode === 'slow')
    },
    async call(tool, args) {
      const isApart = started?.agent === 'apart'
      const { tools, results } = await (isApart ? playApart(tool, args) : playOwn(tool, args))
      const [result] = results
      if (result === undefined) throw new Error('the model made no call')
      const text = result.content.map((block) => block.text ?? `[${block.type}]`).join('\n')
      const lines = text.replaceAll(`http://127.0.0.1:${held?.port}`, '[gateway]').split('\n')
      const told = { offered: tools.map(({ name }) => name).sort(), lines }
      if (result.isError) return { error: readToldError(tool, lines), details: told }
      const { labels = [], details = null } = (result.details ?? {}) as Readonly<Record<string, Json>>
      return { details: { ...told, labels, details } }
    },
    async close() {
      await apart?.pi.close()
      await endGateway()
      held?.release()
      directory.remove()
    },
  }
}

function writePlugins(home: string, plugins: GatewayStart['plugins']): void {
  const folder = join(home, 'plugins')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, source] of Object.entries(plugins)) writeFileSync(join(folder, `${name}.mjs`), source)
}

function writeConfig(home: string, { agent, callMs }: GatewayStart, port: number): string {
  const path = join(home, 'gateway.toml')
  const own = [
    `command = ${JSON.stringify(PI_COMMAND)}`,
    `variables = ${JSON.stringify(Object.keys(piEnvironment(home)))}`,
  ]
  const lines = [
    ...['[gateway]', `port = ${port}`, 'plugins = ["plugins"]'],
    ...(callMs === undefined ? [] : ['[limits]', `call_ms = ${callMs}`]),
    ...['[[sessions]]', `key = "${SESSION}"`, ...(agent === 'own' ? own : [])],
  ]
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

/** The extension that the gateway has generated; an agent that is started later than that has gone keeps what it had. */
function findExtension(home: string): string {
  const folder = join(home, '.gateway')
  const [name] = readdirSync(folder).filter((each) => each.startsWith('bridge-'))
  if (name !== undefined) return join(folder, name)
  throw new HarnessError('STEP_IMPOSSIBLE', 'the gateway has no extension for an agent', {
    where: folder,
    hint: 'let the agent make a call before the gateway is down',
  })
}
