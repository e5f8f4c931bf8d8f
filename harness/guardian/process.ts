/**
 * The safety guardian as a process: a key, a node and a policy of its own.
 *
 * node process.ts --ipc <socket>
 *
 * Its starter sets it up over standard input and ends it by closing that; who wants a signature talks to its socket,
 * one line each way, and can change nothing.
 */
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type Hex, hexToBytes, serializeSignature } from 'viem'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { signDigest } from '../../tools/core/secp256k1.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import {
  type GuardianPorts,
  type GuardianRuntime,
  startGuardian,
} from '../../tools/runtime/start-guardian.ts'
import { createKeySigner } from '../../tools/safety/custody/signers/key-signer.ts'
import { openGuardianLedger } from '../../tools/safety/guardian/guardian-ledger.ts'
import { createCheckpointFile } from '../audit/checkpoint-file.ts'
import { withFirewall } from '../chain/firewall.ts'
import { connectIpc } from '../chain/ipc-client.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { createReadClient } from '../chain/viem-client.ts'
import { keyAccount } from '../key-account.ts'
import { decodeMessage, encodeMessage, type GuardianSetup, type GuardianStatus } from './messages.ts'
import { readLine } from './read-line.ts'

/** What it reads of the chain, and the sending of its own pause; nothing else here can change anything. */
const METHODS: ReadonlySet<string> = new Set([
  'eth_call',
  'eth_chainId',
  'eth_getBlockByNumber',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_sendRawTransaction',
  'eth_simulateV1',
])

/** How long a client may take to write a request. */
const REQUEST_TIMEOUT_MS = 10_000

const say = (status: GuardianStatus) => process.stdout.write(encodeMessage(status))
const clock: GuardianPorts['clock'] = {
  setTimer(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

let node: { readonly path: string; readonly rpc: RpcClient } | undefined
let guardian: GuardianRuntime | undefined

async function setUp(setup: GuardianSetup): Promise<void> {
  guardian?.close()
  guardian = undefined
  const { nodePath, privateKey, ledgerPath, looksByItself = false, ...guarded } = setup
  if (node?.path !== nodePath) {
    node?.rpc.close()
    node = { path: nodePath, rpc: withFirewall(await connectIpc(nodePath), METHODS) }
  }
  const { chainId } = guarded.policy
  const { rpc } = node
  const found = Number(await rpc.request<string>('eth_chainId'))
  if (found !== chainId) throw new Error(`the node serves chain ${found}, the policy is for ${chainId}`)
  guardian = startGuardian({
    ...guarded,
    protocols: DEV_REGISTRY.protocols,
    ledger: await openGuardianLedger(createCheckpointFile(ledgerPath)),
    signer: createSigner(privateKey),
    chain: createChainReader(createReadClient(rpc, chainId), chainId),
    broadcaster: {
      send: (signed) => rpc.request<Hex>('eth_sendRawTransaction', [signed]),
      isKnown: async (hash) => (await rpc.request('eth_getTransactionByHash', [hash])) !== null,
    },
    clock,
    looksByItself,
  })
}

function createSigner(privateKey: Hex) {
  const key = hexToBytes(privateKey)
  const sign = (digest: Hex) => signDigest(key, digest)
  return {
    ...createKeySigner(keyAccount(privateKey).address, sign),
    sign: async ({ hash }: { readonly hash: Hex }) => serializeSignature(sign(hash)),
  }
}

async function serve(socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy())
  socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy())
  const line = await readLine(socket)
  socket.setTimeout(0)
  const current = guardian
  socket.end(
    current === undefined ? '{"refused":"the guardian is not set up"}\n' : `${await current.answer(line)}\n`,
  )
}

async function main(socketPath: string): Promise<void> {
  const server = createServer((socket) => void serve(socket).catch(() => socket.destroy()))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve))
  say({ ready: true })
  for await (const line of createInterface({ input: process.stdin })) {
    await setUp(decodeMessage<GuardianSetup>(line)).then(
      () => say({ ready: true }),
      (cause: unknown) => say({ failed: describeCause(cause) }),
    )
  }
}

// Its starter is gone when the input ends, however it went.
const { ipc } = parseArgs({ options: { ipc: { type: 'string', default: '' } } }).values
main(ipc).then(
  () => process.exit(0),
  (cause: unknown) => {
    say({ failed: describeCause(cause) })
    process.exit(1)
  },
)
