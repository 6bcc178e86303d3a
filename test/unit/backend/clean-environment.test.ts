import { expect, test } from 'vitest'
import { forgetSecrets, isSecretName, withoutSecrets } from '../../../electron/backend/clean-environment.ts'

test.each(['METERBOOK_PASSWORD', 'METERBOOK_VAULT_KEY', 'GITHUB_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'npm_config_password', 'OPENAI_API_KEY'])(
  '%s is a secret',
  (name) => expect(isSecretName(name)).toBe(true),
)

test.each([
  'PATH',
  'HOME',
  'METERBOOK_DATA',
  'XAUTHORITY',
  'SSH_AUTH_SOCK',
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_ACTIVATION_TOKEN',
  'HTTPS_PROXY',
  'KEYBOARD',
])('%s is none: a browser or a desktop needs it', (name) => expect(isSecretName(name)).toBe(false))

test('a child gets everything but secrets, and the own environment can be rid of them', () => {
  const env = { PATH: '/bin', METERBOOK_PASSWORD: 'a', METERBOOK_VAULT_KEY: 'b' }
  expect(withoutSecrets(env)).toEqual({ PATH: '/bin' })
  expect(env.METERBOOK_PASSWORD).toBe('a')
  forgetSecrets(env)
  expect(env).toEqual({ PATH: '/bin' })
})
