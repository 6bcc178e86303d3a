import type { RuleWords } from './words.ts'

export const words: RuleWords = {
  en: {
    name: 'Range',
    definition:
      "A value beyond the device's limits is a failure, one beyond its set points is suspect. Each value is held against the settings in force at its time; limits of your own win over them. A flow of zero is below no limit, and a value that crosses a limit to and fro within a day does so in one finding. The working volume of an hour is its mean flow; of parts of hours the hour is summed.",
    needs: 'Pressure, temperature or flow in the hourly archive, else in the daily one; limits or set points in the settings, or your own.',
  },
  ru: {
    name: 'Выход за пределы',
    definition:
      'Значение за пределами измерений прибора — ошибка, за уставками — подозрение. Каждое значение сравнивается с настройками, действовавшими в его время; заданные вами пределы важнее. Нулевой расход не ниже никакого предела; значение, которое в течение суток пересекает предел туда и обратно, даёт одно замечание. Рабочий объём часа — это его средний расход; части часа складываются в час.',
    needs:
      'Давление, температура или расход в часовом архиве, а если его нет — в суточном; пределы или уставки в настройках либо заданные вами.',
  },
}
