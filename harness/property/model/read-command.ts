import { type Address, getAddress } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import type { Json } from '../../../tools/core/json.ts'
import type { Claim } from '../../../tools/safety/hooks/hook.ts'
import type { StepAction } from '../../scenario/step-list.ts'
import type { Intent } from '../../vocabulary/intent.ts'
import type { RequestReader } from '../../vocabulary/model.ts'
import { isWellFormed } from './form.ts'
import { findKindModel } from './kind-models.ts'
import { symbolOf } from './known-tokens.ts'
import { readRaw } from './read-raw.ts'

/** A command with what the model claims when it asks. */
export interface Command {
  /** Its action kind; undefined when a tool is called past the action kinds. */
  readonly kind?: string
  readonly intent: Intent
  readonly claims: readonly Claim[]
}

/** Where and when a command is given. */
interface CommandWorld {
  readonly book: AddressBook
  readonly cage: Address
  readonly nowSeconds: number
}

type Params = RequestReader['params']

/**
 * Read what a step is meant to do; undefined for what the model foresees nothing of.
 *
 * @throws RangeError when an action kind is new to it
 */
export function readCommand(action: StepAction, world: CommandWorld): Command | undefined {
  if (action.kind === 'raw') {
    const intent = readRaw(action.calls, action.delegate !== undefined, world)
    return intent && { intent, claims: [] }
  }
  if (action.kind !== 'preview' && action.kind !== 'act') return undefined
  // What an untrusted tool asks for is known only when it has run.
  if (action.action.includes(':')) return undefined
  const params = action.params as Params
  const model = findKindModel(action.action, params)
  const { means } = model
  const intent = (): Intent | undefined => {
    if (!isWellFormed(model, params)) return { kind: 'malformed' }
    return means === 'unforeseen' ? undefined : means(readRequest(params, world))
  }
  const read = intent()
  return read && { kind: action.action, intent: read, claims: action.claims }
}

/** Whether a step asks, as well as it can be asked, for what nobody can foresee. */
export function isUnforeseen(action: StepAction): boolean {
  if ((action.kind !== 'preview' && action.kind !== 'act') || action.action.includes(':')) return false
  const params = action.params as Params
  const model = findKindModel(action.action, params)
  return model.means === 'unforeseen' && isWellFormed(model, params)
}

const readRequest = (params: Params, { book, cage, nowSeconds }: CommandWorld): RequestReader => {
  const symbol = (name: string) => symbolOf(book, name)
  return {
    params,
    venue: (params.venue ?? {}) as Readonly<Record<string, Json | undefined>>,
    book,
    nowSeconds,
    symbolOf: symbol,
    token: (name) => symbol(String(params[name])),
    amount: (name) => BigInt(String(params[name] ?? '0')),
    address(name) {
      const text = String(params[name])
      return text === `\${cage}` ? cage : getAddress(text)
    },
  }
}
