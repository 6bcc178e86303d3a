import { expect, test } from 'vitest'
import { vaultKeyFrom } from '../../../electron/backend/vault-key.ts'

const bytes = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7))

test('32 bytes in hex or base64 are the key itself', () => {
  expect(vaultKeyFrom(bytes.toString('hex'))).toEqual(bytes)
  expect(vaultKeyFrom(bytes.toString('hex').toUpperCase())).toEqual(bytes)
  expect(vaultKeyFrom(` ${bytes.toString('base64')}\n`)).toEqual(bytes)
  expect(vaultKeyFrom(bytes.toString('base64url'))).toEqual(bytes)
})

test('any other text is a passphrase: the same key each time, another for another text', () => {
  const key = vaultKeyFrom('правильная лошадь')
  expect(key).toHaveLength(32)
  expect(vaultKeyFrom('правильная лошадь')).toEqual(key)
  expect(vaultKeyFrom('правильная лошадка')).not.toEqual(key)
})

test('nothing or blanks mean that nothing is remembered', () => {
  expect(vaultKeyFrom(undefined)).toBeNull()
  expect(vaultKeyFrom('')).toBeNull()
  expect(vaultKeyFrom('  ')).toBeNull()
})
