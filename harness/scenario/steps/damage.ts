import { Type } from '../../../tools/core/schema.ts'
import { listStoreTables, type StoreDamage } from '../../audit/store-damage.ts'
import { closed, named, optional, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { lacksStoreFile } from '../step/lacks-store-file.ts'

const FILE_STATES = ['gone', 'copy'] as const

const DamageSchema = Type.Object(
  {
    table: optional(named('storeTable', 'table of the store')),
    key: optional(
      Type.Union([Type.String(), Type.Integer()], {
        description: 'value of its first column, or last for the newest row; default all rows',
      }),
    ),
    set: optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]), {
        minProperties: 1,
        description: 'what columns hold afterwards, e.g. { value: thriving }; the rows are gone without it',
      }),
    ),
    file: optional(text('gone, or copy for what copy: store kept')),
    checkpoints: optional(
      Type.Boolean({ description: 'whether checkpoints go the same way; default false' }),
    ),
  },
  {
    ...closed,
    description:
      'damage a store, e.g. { table: meta, key: phase }: one in memory at once, one in a file while its process is down, with the next restart',
  },
)

/** A store is damaged: one in memory at once, one in a file while its process is down. */
export const DAMAGE = defineStep({
  kind: 'damage',
  schema: DamageSchema,
  traits: ['one-chain', 'alone', 'while-down', 'fault'],
  read({ file, checkpoints, table, key, set }, path, reader): { readonly damage: StoreDamage } {
    const at = (...members: string[]) => [...path, ...members]
    if ((file === undefined) === (table === undefined)) {
      const hint = 'write { table: meta, key: phase } or { file: gone }'
      reader.problem(path, 'a damage is one of the file or of a table', hint, true)
    }
    if (file !== undefined) {
      for (const [member, value] of Object.entries({ key, set })) {
        if (value !== undefined) reader.problem(at(member), 'a file has no rows', 'name a table', true)
      }
      const becomes = reader.choose(at('file'), 'state of a file', file, FILE_STATES)
      return { damage: { kind: 'file', becomes, withCheckpoints: checkpoints === true } }
    }
    if (checkpoints !== undefined) {
      reader.problem(at('checkpoints'), 'checkpoints are a file of their own', 'damage the file', true)
    }
    const tables = listStoreTables()
    const name = reader.choose(at('table'), 'table', table, [...tables.keys()])
    const columns = tables.get(name) ?? []
    for (const column of Object.keys(set ?? {})) {
      if (!columns.includes(column)) reader.unknown(at('set', column), 'column', column, columns)
    }
    return {
      damage: {
        kind: 'rows',
        table: name,
        ...(key === undefined ? {} : { key }),
        ...(set === undefined ? {} : { set }),
      },
    }
  },
  run({ damage }, { stage, bindings }) {
    stage.store.damage(fillKey(damage, bindings))
    return damage.kind === 'file' ? { store: 'replaced' } : undefined
  },
  title({ damage }) {
    if (damage.kind === 'file') {
      const what = damage.withCheckpoints ? 'store and checkpoints' : 'store'
      return damage.becomes === 'gone' ? `${what} disappear` : `${what} go back to the copy`
    }
    const rows = `${damage.table} ${damage.key ?? 'all'}`
    return damage.set === undefined ? `${rows} disappears` : `${rows} becomes ${JSON.stringify(damage.set)}`
  },
  faults: { kinds: ['store-damaged'], of: () => ['store-damaged'] },
  lacks({ damage }, around) {
    if (damage.kind !== 'file') return undefined
    if (damage.becomes === 'gone' || around.before.some(({ kind }) => kind === 'copy')) {
      return lacksStoreFile(around)
    }
    return { message: 'there is no copy of the store', hint: 'write copy: store in a step before' }
  },
})

/** Put a permit that an earlier step bound where a damage names it. */
function fillKey(damage: StoreDamage, bindings: ReadonlyMap<string, string>): StoreDamage {
  if (damage.kind === 'file' || typeof damage.key !== 'string') return damage
  return {
    ...damage,
    key: damage.key.replace(/^\$\{(\w+)\}$/, (text, name: string) => bindings.get(name) ?? text),
  }
}
