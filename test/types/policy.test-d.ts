import { expectTypeOf, test } from 'vitest'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { AddressBookSchema } from '../../tools/core/address-book-schema.ts'
import type { Static } from '../../tools/core/schema.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'
import type { SafetyPolicySchema } from '../../tools/safety/policy/policy-schema.ts'

type Fixed<T> = T extends bigint | string | number | boolean | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Fixed<Item>[]
    : { readonly [K in keyof T]: Fixed<T[K]> }

test('the schemas of what an owner writes have the members of its types, no more and no less', () => {
  expectTypeOf<Fixed<Static<typeof SafetyPolicySchema>>>().toEqualTypeOf<Fixed<SafetyPolicy>>()
  expectTypeOf<Fixed<Static<typeof AddressBookSchema>>>().toEqualTypeOf<Fixed<AddressBook>>()
})
