import { Type } from '../../../tools/core/schema.ts'
import { amount, closed, named } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { resolveAccount, resolveTokenAddress } from '../step/resolve-names.ts'

/** An account sends tokens. */
export const TRANSFER = defineStep({
  kind: 'transfer',
  schema: Type.Object(
    {
      from: named('account', 'who sends'),
      to: named('account', 'who receives'),
      amount: amount('amount sent'),
    },
    { ...closed, description: 'an actor sends tokens' },
  ),
  traits: ['moves-holdings', 'plays-operator'],
  read(members, path, reader) {
    const { token, baseUnits } = reader.amount(members.amount, [...path, 'amount'])
    return {
      from: reader.account(members.from, [...path, 'from']),
      to: reader.account(members.to, [...path, 'to']),
      token,
      amountBaseUnits: baseUnits,
    }
  },
  run: ({ from, to, token, amountBaseUnits }, { stage }) =>
    stage.outsiders.transfer(
      resolveAccount(stage, from),
      resolveAccount(stage, to),
      resolveTokenAddress(stage, token),
      amountBaseUnits,
    ),
  title: ({ from, to, token, amountBaseUnits }, words) =>
    `${from} sends ${words.amount(token, amountBaseUnits)} to ${to}`,
})
