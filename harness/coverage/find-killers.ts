import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A place that checks invariants: a scenario, a property or a test. */
export interface Killer {
  /** File relative to the project, with the test's name after a "›" where it has one. */
  readonly name: string
  readonly invariants: readonly string[]
}

/** Ids at the start of a test's title, the first argument of a call: `test('I14 I20: …')`, `test.each(…)('I14: …')`. */
const TEST_TITLE = /\(\s*(['"`])((?:I\d+ )*I\d+): (.*?)\1/g
/** Ids in a Solidity test's name: `test_I33_I30_donations…`. */
const SOLIDITY_TEST = /function ((?:test\w*?|invariant)_((?:I\d+_)+)\w*)/g
/** The list of a property. */
const PROPERTY_LIST = /invariants: \[([^\]]*)\]/g

/** Find the tests and properties below folders that cite invariants, by reading their text. */
export function findKillers(root: string, folders: readonly string[]): Killer[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(test|property)\.ts$|\.t\.sol$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .flatMap((path) => readKillers(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'))),
  )
}

function readKillers(file: string, text: string): Killer[] {
  if (file.endsWith('.sol')) {
    return [...text.matchAll(SOLIDITY_TEST)].map(([, name, ids = '']) => ({
      name: `${file} › ${name}`,
      invariants: ids.split('_').filter((id) => id !== ''),
    }))
  }
  if (file.endsWith('.property.ts')) {
    const invariants = [...text.matchAll(PROPERTY_LIST)].flatMap(([, list = '']) => list.match(/I\d+/g) ?? [])
    return invariants.length === 0 ? [] : [{ name: file, invariants }]
  }
  return [...text.matchAll(TEST_TITLE)].map(([, , ids = '', title]) => ({
    name: `${file} › ${title}`,
    invariants: ids.split(' '),
  }))
}
