import { type Hex, numberToHex, size, slice, toFunctionSelector } from 'viem'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import { ACTORS } from '../../world/actors.ts'
import { assertLaw } from '../law-violation.ts'
import type { DrawnCase } from './draw-acts.ts'
import { encodeLook, encodeStep, type SentCall } from './encode.ts'
import { foresee } from './foresee.ts'
import type { KnownCage } from './known-cage.ts'
import { encodeLimits, withLimits } from './limits.ts'
import { foreseeLook, readLook } from './look.ts'
import type { Stand } from './stand.ts'
import { ACCEPTED, type Ending, FOREIGN, type Step } from './step.ts'

/** How one call of a simulation ended. */
interface Result {
  readonly status: Hex
  readonly returnData: Hex
}

/** A call with what its result is held to. */
interface Held {
  readonly call: SentCall
  hold(result: Result): void
}

/** What a case came to. */
export interface PlayedCase {
  readonly acts: number
  /** How often each way in which a call may end. */
  readonly endings: Readonly<Record<Ending, number>>
  /** What is known in the end. */
  readonly known: KnownCage
}

/**
 * Play a case in one simulation, and hold each answer of the cage and what it then remembers to what the model says.
 *
 * @throws LawViolation `cage-alone.*`
 */
export async function playCase(drawn: DrawnCase, stand: Stand): Promise<PlayedCase> {
  const endings: Record<Ending, number> = {}
  const blocks = new Map<number, Held[]>()
  const add = (seconds: number, held: Held) => {
    const block = blocks.get(seconds)
    if (block) block.push(held)
    else blocks.set(seconds, [held])
  }
  let known = withLimits({ ...stand.known, nowSeconds: stand.known.nowSeconds + 1 }, drawn.limits)
  for (const data of encodeLimits(known, stand)) add(known.nowSeconds, holdLimit(data, stand))
  for (const [index, act] of drawn.acts.entries()) {
    const where = `act ${index + 1} (${act.deed.do})`
    for (const step of foresee(act, known)) {
      known = step.next
      endings[step.ending] = (endings[step.ending] ?? 0) + 1
      for (const held of holdStep(step, stand, where)) add(known.nowSeconds, held)
    }
  }
  const results = await simulate(blocks, stand)
  for (const [index, { hold }] of [...blocks.values()].flat().entries()) hold(results[index] as Result)
  return { acts: drawn.acts.length, endings, known }
}

async function simulate(
  blocks: ReadonlyMap<number, readonly Held[]>,
  { rpc }: Stand,
): Promise<readonly Result[]> {
  const blockStateCalls = [...blocks].map(([seconds, held]) => ({
    blockOverrides: { time: numberToHex(seconds), gasLimit: BLOCK_GAS },
    calls: held.map(({ call }) => call),
  }))
  const answer = await rpc.request<readonly { readonly calls: readonly Result[] }[]>('eth_simulateV1', [
    { blockStateCalls, validation: false, traceTransfers: false },
    'latest',
  ])
  return answer.flatMap(({ calls }) => calls)
}

const BLOCK_GAS = numberToHex(2n ** 40n)
const LIMIT_GAS = numberToHex(200_000)

const holdLimit = (data: Hex, { cage }: Stand): Held => ({
  call: { from: ACTORS.owner.address, to: cage, data, gas: LIMIT_GAS },
  hold: (result) => assertLaw(endingOf(result) === ACCEPTED, 'cage-alone.limits', ACCEPTED, endingOf(result)),
})

/** A call, and a look at what the cage remembers then; what it refused changes nothing. */
function holdStep(step: Step, stand: Stand, where: string): readonly Held[] {
  const call = encodeStep(step, stand)
  const own: Held[] =
    call === undefined
      ? []
      : [
          {
            call,
            hold(result) {
              const found = endingOf(result)
              assertLaw(
                found === step.ending,
                'cage-alone.ending',
                `${where}: ${step.ending}`,
                `${where}: ${found}`,
              )
            },
          },
        ]
  if (step.ending !== ACCEPTED) return own
  const look: Held = {
    call: encodeLook(stand),
    hold({ returnData }) {
      const [expected, found] = [foreseeLook(step.next), readLook(returnData)]
      for (const [name, value] of Object.entries(expected)) {
        const other = found[name as keyof typeof found]
        assertLaw(value === other, `cage-alone.${name}`, `${where}: ${value}`, `${where}: ${other}`)
      }
    },
  }
  return [...own, look]
}

/** Names of the cage's errors by their selectors. */
const ERRORS: ReadonlyMap<string, Ending> = new Map(
  policyCageAbi.flatMap((item) =>
    item.type === 'error'
      ? [[toFunctionSelector({ ...item, type: 'function', outputs: [], stateMutability: 'view' }), item.name]]
      : [],
  ),
)

function endingOf({ status, returnData }: Result): Ending {
  if (status === '0x1') return ACCEPTED
  return (size(returnData) >= 4 ? ERRORS.get(slice(returnData, 0, 4)) : undefined) ?? FOREIGN
}
