import { counted } from '../../plural.ts'
import habits from '../habits.ts'

export const say = counted(habits.locale)
export const number = (count: number) => say(count, { other: '#' })
export const days = (count: number) => say(count, { one: '# gas day', other: '# gas days' })
