import { amountOf, formatAmount } from '../../tools/core/amount.ts'
import type { Json } from '../../tools/core/json.ts'
import type { StoreDamage } from '../audit/store-damage.ts'
import type { RpcEndpoint, RpcFault } from '../chain/faults.ts'
import type { ScenarioCatalogue } from './catalogue.ts'
import type { StepAction } from './scenario.ts'

/** Where a fault strikes, where that is not the agent's own node. */
const FAULTY_NODES: Readonly<Record<RpcEndpoint, string>> = {
  agent: '',
  second: ' to the second provider',
  guardian: " to the guardian's node",
}

const renderRequests = ({ method = 'any request', after }: Pick<RpcFault, 'method' | 'after'>) =>
  after === undefined ? method : `${method} after ${after}`

/** Say in one line what a step does. */
export function renderTitle(action: StepAction, tokens: ScenarioCatalogue['tokens']): string {
  const amount = (token: string, baseUnits: bigint | string) =>
    formatAmount(
      amountOf(
        tokens.find(({ symbol }) => symbol === token),
        token,
        BigInt(baseUnits),
      ),
    )
  switch (action.kind) {
    case 'preview':
    case 'act':
      return `${action.kind} ${action.action} ${renderParams(action.params)}`.trim()
    case 'query':
    case 'tool':
      return `${action.kind} ${action.tool} ${renderParams(action.params)}`.trim()
    case 'raw':
      return `raw ${action.calls.map(({ to, function: name }) => `${name ?? 'data'} on ${to}`).join(', ')}`
    case 'outsider': {
      const calls = action.calls.map(({ to, function: name }) => `${name ?? 'data'} on ${to}`)
      const what = [...(action.submits === undefined ? [] : ['a signature of the account']), ...calls]
      return `${action.actor} submits ${what.join(', ')}`
    }
    case 'sign':
      return `sign ${action.typedData.type.split('(')[0]}`
    case 'call':
      return `call ${action.tool}`
    case 'commit':
    case 'cancel':
      return `${action.kind} ${typeof action.permit === 'string' ? action.permit : action.permit.binding}`
    case 'advance':
      return `advance ${action.ms / 1_000} s`
    case 'skew': {
      const moves = [
        ...(action.wallMs === 0 ? [] : [`the wall clock by ${action.wallMs / 1_000} s`]),
        ...(action.chainSeconds === 0 ? [] : [`the chain's clock by ${action.chainSeconds} s`]),
      ]
      return `skew ${moves.join(' and ')}`
    }
    case 'price': {
      const prices = action.prices.map(({ token, usd }) => `${token} ${usd}`).join(', ')
      const age = action.ageMs === undefined ? '' : `, ${action.ageMs / 1_000} s old`
      const unit = action.decimals === undefined ? '' : `, with ${action.decimals} decimals`
      return `price ${prices}${age}${action.source === undefined ? '' : `, ${action.source} source`}${unit}`
    }
    case 'shock':
      return `market of ${action.prices.map(({ token, usd }) => `${token} ${usd}`).join(', ')}`
    case 'lie': {
      const prices = action.prices.map(({ token, usd }) => `${token} ${usd}`)
      const code = action.codeOf === undefined ? [] : [`old code of ${action.codeOf}`]
      const { reverts, hidesReceipts, movesNothing, noncesAhead, withdrawn } = action.answers
      const { balance } = action
      const answers = [
        ...(balance ? [`a balance of ${amount(balance.token, balance.amountBaseUnits)}`] : []),
        ...(reverts ? ['reverted receipts'] : []),
        ...(hidesReceipts ? ['no receipts'] : []),
        ...(movesNothing ? ['simulations that move nothing'] : []),
        ...(noncesAhead ? [`nonces ${noncesAhead} ahead`] : []),
        ...(withdrawn ? [`a withdrawal of ${amount(withdrawn.token, withdrawn.amountBaseUnits)}`] : []),
      ]
      return `the agent's node shows ${[...prices, ...code, ...answers].join(', ')}`
    }
    case 'sequencer':
      return `the sequencer is ${action.status}`
    case 'sandwich':
    case 'trade':
      return `${action.kind === 'trade' ? '' : 'around the next transaction '}${action.actor} sells ${amount(action.tokenIn, action.amountInBaseUnits)} for ${action.tokenOut}`
    case 'transfer':
      return `${action.from} sends ${amount(action.token, action.amountBaseUnits)} to ${action.to}`
    case 'phase':
      return `phase ${action.phase}`
    case 'vitality':
      return `vitality ${action.vitalityBps}`
    case 'mine':
      return `mine ${action.blocks}`
    case 'mining':
      return `mining ${action.isOn ? 'on' : 'off'}`
    case 'baseFee':
      return `base fee ${action.wei} wei`
    case 'fault':
      return `${action.fault.kind} of ${renderRequests(action.fault)}${FAULTY_NODES[action.on]}`
    case 'upstream':
      return `${action.fault.kind} of ${renderRequests(action.fault)} to the origin`
    case 'disk':
      return `${action.fails} from write ${action.fromWrite} on`
    case 'heal':
      return 'faults end'
    case 'secondProvider':
      return `the second provider: ${action.mode}`
    case 'guardian':
      return `the guardian: ${action.mode}`
    case 'token':
      return `hostile ${action.tokens.map(({ token, traits }) => `${token} ${JSON.stringify(traits)}`).join(', ')}`
    case 'together':
      return `together: ${action.steps.map(({ title }) => title).join(' | ')}`
    case 'reorg':
      return action.depth === undefined
        ? 'reorg'
        : `reorg ${action.depth} deep${action.ahead === undefined ? '' : `, ${action.ahead.actor} ahead`}`
    case 'include':
      return `include ${typeof action.permit === 'string' ? action.permit : action.permit.binding}`
    case 'agent':
      return `the ${action.name} agent acts${action.sharesStore ? ', on the same store' : ''}`
    case 'copy':
      return 'keep a copy of the store'
    case 'damage':
      return renderDamage(action.damage)
    case 'drop':
      return 'drop what is pending'
    case 'tamper':
      return `tamper with ${action.field}`
    case 'code':
      return `change the code of ${action.at}`
    case 'storage':
      return `change the storage of ${action.at}`
    case 'halt':
      return `halt: ${action.reason}`
    default:
      return action.kind
  }
}

function renderDamage(damage: StoreDamage): string {
  if (damage.kind === 'file') {
    const what = damage.withCheckpoints ? 'store and checkpoints' : 'store'
    return damage.becomes === 'gone' ? `${what} disappear` : `${what} go back to the copy`
  }
  const rows = `${damage.table} ${damage.key ?? 'all'}`
  return damage.set === undefined ? `${rows} disappears` : `${rows} becomes ${JSON.stringify(damage.set)}`
}

const renderParams = (params: Json): string =>
  params === null || typeof params !== 'object' || Array.isArray(params)
    ? ''
    : Object.entries(params)
        .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', ')
