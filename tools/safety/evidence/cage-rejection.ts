import { formatUnits, type Hex } from 'viem'
import { decodeErrorResult } from '../../core/decode-error-result.ts'
import { ToolError } from '../../core/errors.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import type { Interfaces } from '../../core/interfaces.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'

type CageError = ReturnType<typeof decodeErrorResult<typeof policyCageAbi>>

/** Decode an error of the cage; undefined for what is none. */
export const decodeCageError = (returnData: Hex): CageError | undefined => {
  try {
    return decodeErrorResult({ abi: policyCageAbi, data: returnData })
  } catch {
    return undefined
  }
}

/**
 * Read the cage's own rejection from revert data; undefined when the revert is that of a called contract.
 *
 * Revert data that is not understood counts as a rejection by the cage: nothing ambiguous passes.
 */
export function readCageRejection(returnData: Hex, policy: SafetyPolicy): ToolError | undefined {
  const error = decodeCageError(returnData)
  if (error === undefined) {
    const reason =
      returnData === '0x'
        ? 'it ends without a reason, as it does when it takes more gas than was permitted'
        : `unknown revert ${returnData}`
    return new ToolError('CAGE_REJECTED', { reason })
  }
  const name = (token: `0x${string}`) => findAsset(policy, token)?.symbol ?? token
  switch (error.errorName) {
    case 'CallFailed':
      return undefined
    case 'TargetNotAllowed': {
      const [target, selector] = error.args
      return new ToolError('CAGE_TARGET_NOT_ALLOWED', { target, selector })
    }
    case 'RecipientNotAllowed':
      return new ToolError('CAGE_RECIPIENT_NOT_ALLOWED', { recipient: error.args[0] })
    case 'AssetNotAllowed':
      return new ToolError('CAGE_ASSET_NOT_ALLOWED', { token: name(error.args[0]) })
    case 'SpenderNotAllowed': {
      const [token, spender] = error.args
      return new ToolError('CAGE_SPENDER_NOT_ALLOWED', { token: name(token), spender })
    }
    case 'ValueLossExceeded': {
      const [found, expected] = error.args
      return new ToolError('CAGE_VALUE_LOSS', { found, expected })
    }
    case 'PositionCapExceeded': {
      const [token, found, expected] = error.args
      return new ToolError('CAGE_POSITION_CAP', { token: name(token), found, expected })
    }
    case 'DrawdownExceeded': {
      const [found, expected] = error.args
      return new ToolError('CAGE_DRAWDOWN', { found, expected })
    }
    case 'RebalanceTooSoon': {
      const [found, expected] = error.args
      return new ToolError('CAGE_REBALANCE_INTERVAL', { found, expected })
    }
    case 'WindowSpendExceeded': {
      const [found, expected] = error.args
      return new ToolError('CAGE_WINDOW_SPEND', { found, expected })
    }
    case 'WindowLossExceeded': {
      const [found, expected] = error.args
      return new ToolError('CAGE_WINDOW_LOSS', { found, expected })
    }
    case 'PriceUnavailable':
      return new ToolError('CAGE_PRICE_UNAVAILABLE', { token: name(error.args[0]) })
    case 'BalanceUnreadable':
      return new ToolError('BALANCE_UNREADABLE', { token: name(error.args[0]) })
    case 'PlaceNotAllowed': {
      const [reader, place] = error.args
      return new ToolError('CAGE_PLACE_NOT_ALLOWED', { place, reader })
    }
    case 'PositionUnreadable': {
      const [reader, key] = error.args
      return new ToolError('POSITION_UNREADABLE', {
        reason: `${reader} does not tell what is held under ${key}, or what the call did to it`,
      })
    }
    case 'HealthTooLow': {
      const [found, expected] = error.args
      return new ToolError('HEALTH_TOO_LOW', {
        protocol: 'a position',
        found: formatUnits(found, 18),
        expected: formatUnits(expected, 18),
      })
    }
    case 'GuardianSignatureInvalid':
      return new ToolError('CAGE_GUARDIAN_SIGNATURE', {})
    case 'CagePaused':
      return new ToolError('CAGE_PAUSED', {})
    default: {
      const args = 'args' in error && error.args ? ` (${error.args.join(', ')})` : ''
      return new ToolError('CAGE_REJECTED', { reason: `${error.errorName}${args}` })
    }
  }
}

/** Explain why a call inside the cage failed, for people. */
export function explainCallFailure(
  returnData: Hex,
  { explainRevert }: Pick<Interfaces, 'explainRevert'>,
): string {
  const error = decodeCageError(returnData)
  if (error?.errorName !== 'CallFailed') return error?.errorName ?? returnData
  const [index, reason] = error.args
  return `call ${index} failed: ${explainRevert(reason)}`
}
