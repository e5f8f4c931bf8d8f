import { type Hex, numberToHex } from 'viem'
import type { Call } from '../../tools/core/plan.ts'
import { sha256Text } from '../../tools/core/sha256.ts'
import { CONFIRMATIONS } from '../../tools/safety/evidence/confirmations.ts'
import { encodeCageExecute, PAUSE_CALL } from '../../tools/safety/evidence/encode-cage-execute.ts'
import { type GuardianRequest, hashGuardianRequest } from '../../tools/safety/guardian/guardian.ts'
import type { Fork } from '../chain/fork.ts'
import { keyAccount } from '../key-account.ts'
import type { Stage } from '../stage/stage.ts'
import { ACTORS } from '../world/actors.ts'
import { actHonestly } from './agent-attacker.ts'
import type { Attacker } from './attacker.ts'

const GAS = numberToHex(10_000_000)
const FAR = 2n ** 40n

/** Who signs for the guardian what an attacker wants, if anybody does. */
type Signing = (request: GuardianRequest) => Promise<Hex | undefined>

/** How each attacker gets at the guardian's signature: not at all, by asking from the host, with its key. */
const createSigning = (name: Exclude<Attacker['name'], 'agent'>, stage: Stage): Signing =>
  ({
    operator: async () => undefined,
    async host(request: GuardianRequest) {
      const answer = await stage.guardian.reached?.review(request)
      return answer && 'signature' in answer ? answer.signature : undefined
    },
    cage: (request: GuardianRequest) =>
      keyAccount(ACTORS.guardian.privateKey).sign({ hash: hashGuardianRequest(request) }),
  })[name]

/**
 * Create an attacker with the operator's key, who acts on the cage directly, past the whole stack: alone (operator), on
 * the host as well, from which the guardian can be asked (host), or with the guardian's key (cage).
 */
export function createKeyAttacker(
  name: Exclude<Attacker['name'], 'agent'>,
  stage: Stage,
  fork: Fork,
): Attacker {
  const askGuardian = createSigning(name, stage)
  const send = (data: Hex) => sendToCage(data, stage, fork)
  let ids = 0
  let kept: Hex | undefined
  const nextId = () => {
    ids += 1
    return sha256Text(`attack ${ids}`)
  }
  /** Encode calls with the guardian's signature, if the attacker gets one. */
  const sign = async (calls: readonly Call[]): Promise<Hex | undefined> => {
    const permitId = nextId()
    const { chainId, gas, permitTtlSeconds } = stage.session.policy
    const deadlineSeconds = fork.headTimestampSeconds() + BigInt(permitTtlSeconds)
    const signature = await askGuardian({
      chainId,
      account: stage.cage,
      permitId,
      calls,
      deadlineSeconds,
      gasLimit: gas.maxGasLimit,
      maxFeePerGasWei: 0n,
    })
    return signature && encodeCageExecute(calls, deadlineSeconds, permitId, signature)
  }
  return {
    name,
    async make({ calls }) {
      if (calls === undefined) return false
      // What the hot lane takes needs nobody's signature.
      if (await send(encodeCageExecute(calls, FAR, nextId()))) return true
      const signed = await sign(calls)
      return signed !== undefined && send(signed)
    },
    async prepare({ calls }) {
      kept = calls && (await sign(calls))
      return kept !== undefined
    },
    use: async () => kept !== undefined && send(kept),
    async halt() {
      const isPaused = await send(PAUSE_CALL)
      // With its next action the stack finds what was done without it, and halts.
      await stage.blocks.mine(CONFIRMATIONS)
      await actHonestly(stage)
      return isPaused
    },
    rest: async () => undefined,
  }
}

/** Send data to the cage with the operator's key; answers whether it succeeded. */
async function sendToCage(data: Hex, stage: Stage, fork: Fork): Promise<boolean> {
  const call = { from: ACTORS.operator.address, to: stage.cage, data, gas: GAS }
  // A transaction that reverts changes nothing; asking first only saves the block.
  const next = { time: numberToHex(fork.headTimestampSeconds() + 1n) }
  const [block] = await fork.rpc.request<readonly { calls: readonly { status: Hex }[] }[]>('eth_simulateV1', [
    { blockStateCalls: [{ calls: [call], blockOverrides: next }] },
    'latest',
  ])
  if (block?.calls[0]?.status !== '0x1') return false
  const hash = await fork.rpc.request<Hex>('eth_sendTransaction', [{ ...call, gasPrice: '0x0' }])
  await stage.blocks.mine(1)
  const receipt = await fork.rpc.request<{ status: Hex }>('eth_getTransactionReceipt', [hash])
  return receipt.status === '0x1'
}
