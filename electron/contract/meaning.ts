import type { Quantity } from './quantity-names.ts'

/**
 * What channels, settings and messages can mean: docs/field-rules.md, section F. The words of this file are what rules ask for;
 * the table that recognises them lies in `meaning-table.ts`. Free of zod.
 */

export const PRESSURE_BASES = ['absolute', 'gauge'] as const
export type PressureBasis = (typeof PRESSURE_BASES)[number]

export interface ChannelMeaning {
  quantity: Quantity
  /** Null: nobody has said it, or the quantity is no pressure. */
  basis: PressureBasis | null
}

export const SETTING_ROLES = [
  'contractHour',
  'lowerLimit',
  'upperLimit',
  'lowSetPoint',
  'highSetPoint',
  'qmin',
  'qmax',
  'substitute',
  'verified',
  'nextVerification',
  'verificationInterval',
  'standardPressure',
  'standardTemperature',
  'barometricPressure',
  'pressureBasis',
  'deviceTime',
  'timeZone',
  'meterSerial',
  'deviceSerial',
  'none',
] as const
export type SettingRole = (typeof SETTING_ROLES)[number]
/** Those that say of what they are. */
export const LIMITING_ROLES = [
  'lowerLimit',
  'upperLimit',
  'lowSetPoint',
  'highSetPoint',
  'qmin',
  'qmax',
  'substitute',
] as const satisfies readonly SettingRole[]

export interface SettingMeaning {
  role: SettingRole
  /** The quantity that a limit, set point or substitute is for; null for other settings. */
  quantity: Quantity | null
}

export const MESSAGE_ROLES = [
  'situationBegins',
  'situationEnds',
  'substituteBegins',
  'substituteEnds',
  'summary',
  'valveShut',
  'valveOpen',
  'meterExchanged',
  'clockSet',
  'settingChanged',
  'contractHourChanged',
  'powerOff',
  'powerOn',
  'gasAlarm',
  'tampering',
  'batteryLow',
  'none',
] as const
export type MessageRole = (typeof MESSAGE_ROLES)[number]

export interface MessageMeaning {
  role: MessageRole
  /** The quantity that the message speaks of; null where it names none. */
  quantity: Quantity | null
  /**
   * The situation that begins and ends: the same text for both messages, '' where it is none. `message_typical_id` beats
   * the words (`t<id>`).
   */
  subject: string
}

export const MEANT = ['channel', 'setting', 'message'] as const
export type Meant = (typeof MEANT)[number]
