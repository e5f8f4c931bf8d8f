import { formatUsdc } from '../../../tools/core/amount.ts'
import type { Json } from '../../../tools/core/json.ts'
import type { AmountCheck, Expectations } from '../../scenario/expectations.ts'

const renderUsdc = (check: AmountCheck): string => {
  if (check.op === '~') return `~${formatUsdc(check.value)} ±${check.toleranceBps}bps`
  return `${check.op === '=' ? '' : `${check.op} `}${formatUsdc(check.value)}`
}

/** Write expectations as a scenario file holds them under `expect`; only what the model expects. */
export function renderExpectations(expect: Expectations): Json {
  const { allowed, committed, denied, actionClass, spend, permit, phase, halted } = expect
  return {
    ...(committed ? { committed } : allowed ? { allowed } : {}),
    ...(denied ? { denied: { ...denied } } : {}),
    ...(actionClass === undefined ? {} : { class: actionClass }),
    ...(spend === undefined ? {} : { spend: renderUsdc(spend) }),
    ...(permit === undefined ? {} : { permit }),
    ...(phase === undefined ? {} : { phase }),
    ...(halted === undefined ? {} : { halted }),
  }
}
