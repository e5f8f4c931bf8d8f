import { defineErrors } from './define-errors.ts'

/** Codes of tools and the runner around them. */
export const TOOL_ERRORS = defineErrors('tool', {
  OUTPUT_INVALID: {
    message: 'tool {tool} answered with data that does not fit its own schema: {problem}',
    hint: 'this is a defect of the tool; report it',
  },
  SPECULATION_REFUSED: {
    message: '{tool} is of tier {found}, expected {expected}: nothing else is run before it is asked for',
    hint: 'list read tools only among those that follow each other',
  },
  CHAIN_NOT_SUPPORTED: {
    message: '{tool} supports chains {supported}, found chain {chainId}',
    hint: 'use a tool that supports this chain',
  },
  PROTOCOL_NOT_DEPLOYED: {
    message: '{protocol} is not known on chain {chainId}',
    hint: 'choose a chain or a protocol that is deployed',
  },
  NEED_OUT_OF_BOUNDS: {
    message: '"{need}" of {tool} through {filler}: {subject} is {found:int}, expected {bound} {expected:int}',
    hint: 'use a smaller amount, or widen the bound',
  },
  NEED_FILL_FAILED: {
    message: '"{need}" of {tool} was not filled by {filler}: {reason}',
    hint: 'see the reason; nothing was sent',
  },
  TICK_BUDGET_EXCEEDED: {
    message: '{tool} took longer than its budget of {budgetMs} ms',
    hint: 'try again with a smaller request',
  },
  TOOL_FAILED: {
    message: '{tool} failed: {reason}',
    hint: 'see the reason; the chain was not changed',
  },
  UNKNOWN_TOKEN: {
    message: 'unknown token "{token}" on chain {chainId}{suggestion}',
    hint: 'use a symbol of data_search_tokens or the address of an ERC-20 contract',
  },
  SAME_TOKEN: {
    message: 'tokenIn and tokenOut are both {token}',
    hint: 'choose two different tokens',
  },
  ZERO_AMOUNT: {
    message: '{parameter} is zero',
    hint: 'give an amount above zero',
  },
  POSITION_NOT_FOUND: {
    message: 'position {positionId} does not exist',
    hint: 'list the positions of the account',
  },
  POSITION_NOT_OWNED: {
    message: 'position {positionId} belongs to {found}, expected {expected}',
    hint: 'act on a position of the own account only',
  },
  POSITION_NOT_EMPTY: {
    message: 'position {positionId} still holds {found}, expected nothing',
    hint: 'remove its liquidity and collect before burning',
  },
  INSUFFICIENT_LIQUIDITY: {
    message: '{subject} has {found:int}, needed {expected:int}',
    hint: 'use a smaller amount',
  },
  UNLIMITED_APPROVAL: {
    message: 'approval of {amount:int} base units is unlimited',
    hint: 'approve the exact amount of the action',
  },
  SDK_FALLBACK_UNAVAILABLE: {
    message: 'the SDKs gave no answer to {method}: {reason}',
    hint: 'name what they would have found, or start the process that holds them',
  },
  QUOTE_FAILED: {
    message: 'no quote for {pair}: {reason}',
    hint: 'check the pair, the fee tier and the amount',
  },
  NO_PRICE: {
    message: 'no USD price for {token}: {reason}',
    hint: 'use a token with a price feed',
  },
  NOT_FOUND: {
    message: '{subject} not found: {reason}',
    hint: 'check the identifier',
  },
  CONTROL_NOT_AVAILABLE: {
    message: "{operation} needs a chain under the harness' control",
    hint: 'run with the dev profile on a local fork',
  },
  MEMORY_NOT_ENABLED: {
    message: 'this agent has no long-term memory',
    hint: 'use search_context, or start the agent with the learning profile',
  },
})
