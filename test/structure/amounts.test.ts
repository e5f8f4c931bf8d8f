import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** A value that a text holds as it is, followed by the unit of an amount. */
const RAW_AMOUNT = /\$\{[^}]*\} (?:USDC|WETH|ETH|units)\b/
/** Base units in a text with other words. */
const RAW_UNITS = /`[^`$]*\w [^`]*\$\{[^}(]*(?:Usdc|BaseUnits)\}/
const FORMATTED = /format(?:Amount|Usdc|Ether)\(|\busdc\(/

test('behavior: no text puts the symbol of a token behind base units', () => {
  const files = globSync('{tools,harness,reports}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/fixtures\//.test(file),
  )
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        (RAW_AMOUNT.test(line) || RAW_UNITS.test(line)) && !FORMATTED.test(line)
          ? [`${file}:${at + 1}: ${line.trim()}`]
          : [],
      ),
  )
  expect(found, 'write amounts with formatAmount or formatUsdc of tools/core/amount.ts').toEqual([])
})
