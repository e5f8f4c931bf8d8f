import type { Json } from '../../tools/core/json.ts'
import type { StepAction } from './scenario.ts'

/** Say in one line what a step does. */
export function renderTitle(action: StepAction): string {
  switch (action.kind) {
    case 'preview':
    case 'act':
      return `${action.kind} ${action.action} ${renderParams(action.params)}`.trim()
    case 'query':
    case 'tool':
      return `${action.kind} ${action.tool} ${renderParams(action.params)}`.trim()
    case 'raw':
      return `raw ${action.calls.map(({ to, function: name }) => `${name ?? 'data'} on ${to}`).join(', ')}`
    case 'sign':
      return `sign ${action.typedData.type.split('(')[0]}`
    case 'call':
      return `call ${action.tool}`
    case 'commit':
    case 'cancel':
      return `${action.kind} ${typeof action.permit === 'string' ? action.permit : action.permit.binding}`
    case 'advance':
      return `advance ${action.ms / 1_000} s`
    case 'skew':
      return `skew the wall clock by ${action.wallMs / 1_000} s`
    case 'price': {
      const prices = action.prices.map(({ token, usd }) => `${token} ${usd}`).join(', ')
      return `price ${prices}${action.ageMs === undefined ? '' : `, ${action.ageMs / 1_000} s old`}`
    }
    case 'trade':
      return `${action.actor} sells ${action.amountInBaseUnits} ${action.tokenIn} for ${action.tokenOut}`
    case 'transfer':
      return `${action.from} sends ${action.amountBaseUnits} ${action.token} to ${action.to}`
    case 'phase':
      return `phase ${action.phase}`
    case 'mine':
      return `mine ${action.blocks}`
    case 'tamper':
      return `tamper with ${action.field}`
    case 'code':
      return `change the code of ${action.at}`
    case 'halt':
      return `halt: ${action.reason}`
    default:
      return action.kind
  }
}

const renderParams = (params: Json): string =>
  params === null || typeof params !== 'object' || Array.isArray(params)
    ? ''
    : Object.entries(params)
        .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', ')
