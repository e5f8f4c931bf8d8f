import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { bytesToHex, stringToBytes } from 'viem'
import { createCheckpointFile } from '../../harness/audit/checkpoint-file.ts'
import { readFileIfAny } from '../../harness/audit/read-file.ts'
import { createReserveFile } from '../../harness/audit/reserve-file.ts'
import { exchangeOverSocket } from '../../harness/guardian/exchange-line.ts'
import { createSidecarHost } from '../../harness/sidecar/sidecar-host.ts'
import { postOverHttp } from '../../harness/signer/post-over-http.ts'
import type { Clock } from '../../tools/core/clock.ts'
import { REGISTRY } from '../../tools/profiles/registry.ts'
import { openWallet } from '../../tools/runtime/open-wallet.ts'
import type { RuntimePorts } from '../../tools/runtime/runtime-ports.ts'
import { openKeystoreSigner } from '../../tools/safety/custody/signers/keystore-signer.ts'
import { createGuardianClient } from '../../tools/safety/guardian/guardian-client.ts'
import type { Secret } from '../../tools/safety/taint/secrets.ts'
import { createWorkspacePort } from '../workspace/workspace-port.ts'
import { besideFile, readNamedFile } from './agent-file.ts'
import { openRoute, readNodes } from './chain-ports.ts'
import { openGatewayPort } from './gateway-port.ts'
import type { AgentInput } from './read-input.ts'
import { SETTING_OF } from './settings.ts'

/** The process' own clock, whose ticks the session counts. */
export interface ProcessClock extends Clock {
  nextTick(): void
}

/** What the model may do in a tick unless the owner says otherwise. */
const DEFAULT_TICK_LIMITS = { maxCalls: 64, maxMs: 300_000 }

const GUARDIAN_TIMEOUT_MS = 30_000

/** A provider's URL holds its key. */
const NODE_SETTINGS = ['BARDO_RPC_URL', 'BARDO_SECOND_RPC_URL'] as const

const SECRET_SETTINGS = [
  'BARDO_CHECKPOINT_PASSWORD',
  'BARDO_WORKSPACE_SECRET',
  ...Object.values(SETTING_OF),
] as const

/** Create the process' clock. */
export function createProcessClock(): ProcessClock {
  let tick = 0
  return {
    wallMs: () => Date.now(),
    tick: () => tick,
    nextTick() {
      tick += 1
    },
    setTimer(delayMs, callback) {
      const timer = setTimeout(callback, delayMs)
      return () => clearTimeout(timer)
    },
  }
}

/** Open everything that an agent stands on. */
export async function openAgentPorts(input: AgentInput, clock: Clock): Promise<RuntimePorts> {
  const { file, config, strategy, settings } = input
  const { book, policy, account, operator, store, guardianSocket } = file
  const open = (urls: readonly string[]) => openRoute(urls, policy.chainId, clock)
  const workspace = createWorkspacePort({
    protects: listOwnFiles(input),
    home: homedir(),
    place: (name) => besideConfig(input, name),
    readFile: (name) => readNamedFile(besideConfig(input, name), 'a file that the config names'),
    secret: settings.find('BARDO_WORKSPACE_SECRET') ?? '',
  })
  const nodes = readNodes(
    settings.get('BARDO_RPC_URL'),
    settings.find('BARDO_SECOND_RPC_URL'),
    workspace.listAddresses(),
  )
  const [firstNodes = [], secondNodes = []] = nodes
  const first = await open(firstNodes)
  // Nobody is asked for tools of which the owner names none.
  const gateway = input.gateway === undefined ? undefined : await openGatewayPort()
  const second = secondNodes.length === 0 ? undefined : await open(secondNodes)
  return {
    book,
    ...first,
    alternate: second ?? first,
    secondProvider: second?.chain,
    clock,
    guardian:
      guardianSocket === undefined
        ? undefined
        : createGuardianClient({
            exchange: exchangeOverSocket(guardianSocket),
            setTimer: clock.setTimer,
            timeoutMs: GUARDIAN_TIMEOUT_MS,
          }),
    signing: await openSigning(input, clock),
    walletFor: 'sessions',
    tickLimits: file.tickLimits ?? DEFAULT_TICK_LIMITS,
    store: { path: store, readFile: readFileIfAny, reserve: createReserveFile(`${store}.reserve`) },
    checkpoints: {
      sink: createCheckpointFile(`${store}.checkpoints`),
      signer: await openKeystoreSigner({
        json: readNamedFile(file.checkpointKeystore, 'the key that signs checkpoints'),
        password: async () => settings.get('BARDO_CHECKPOINT_PASSWORD'),
      }),
    },
    account,
    operator,
    policy,
    phase: file.phase ?? 'cautious',
    ...(config === undefined ? {} : { config }),
    environment: (name) => process.env[name],
    workspace,
    ...(gateway === undefined ? {} : { gateway: gateway.port }),
    sdks: createSidecarHost(),
    registry: REGISTRY,
    strategy,
    keys: [],
    secrets: [
      ...NODE_SETTINGS.flatMap((label, at) => nodes[at]?.flatMap((url) => secretOf(label, url)) ?? []),
      ...SECRET_SETTINGS.flatMap((label) => secretOf(label, settings.find(label))),
      ...secretOf("the gateway's token", gateway?.token),
    ],
    newStoreId: newId(),
    createIds: () => newId,
    onEvent: () => undefined,
    onCommitted: () => undefined,
  }
}

const secretOf = (label: string, text: string | undefined): Secret[] =>
  text === undefined ? [] : [{ label, bytes: stringToBytes(text), taint: 'OwnerSecret', isText: true }]

const besideConfig = ({ config }: AgentInput, name: string) => besideFile(config?.path ?? '', name)

/** What SQLite, the audit log and a halt keep beside the store. */
const BESIDE_STORE = ['', '-wal', '-shm', '-journal', '.checkpoints', '.reserve']

/** List the files of the agent itself, which no workspace tool may touch. */
function listOwnFiles(input: AgentInput): readonly string[] {
  const { file, config, wallet, settings } = input
  const { keystore, owners = [] } = wallet ?? {}
  return [
    resolve(settings.get('BARDO_AGENT_FILE')),
    file.checkpointKeystore,
    ...BESIDE_STORE.map((end) => `${file.store}${end}`),
    ...[config?.path, file.strategy, file.guardianSocket].filter((path) => path !== undefined),
    ...[...(keystore === undefined ? [] : [keystore]), ...owners].map((name) => besideConfig(input, name)),
  ]
}

const newId = () => bytesToHex(randomBytes(32))

async function openSigning(
  { file, config, wallet, settings }: AgentInput,
  clock: Clock,
): Promise<RuntimePorts['signing']> {
  if (config === undefined || wallet === undefined) return undefined
  return openWallet(wallet, {
    operator: file.operator,
    readFile: (name) => readNamedFile(besideFile(config.path, name), 'a keystore, which the config names'),
    readSecret: (secret) => settings.get(SETTING_OF[secret]),
    post: postOverHttp,
    clock,
  })
}
