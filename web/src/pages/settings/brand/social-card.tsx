import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../components/forms/button.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import { Card } from '../../../components/page.tsx'
import { networkNames } from '../../../patterns/social/social.texts.ts'
import { newSocialRow } from './brand-draft.ts'
import type { BrandCardProps, SocialRow } from './brand-draft.ts'
import { brandTexts as texts } from './brand.texts.ts'

const NETWORKS = optionsOf(networkNames)
// The limit of the API.
const MOST_LINKS = 12

export function SocialCard({ draft: { social }, problems, isReadOnly, onChange }: BrandCardProps) {
  const replace = (index: number, row: SocialRow) => onChange({ social: social.with(index, row) })
  return (
    <Card title={texts.social}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-soft">{texts.socialText}</p>
        <ul className="flex flex-col gap-3 empty:hidden">
          {social.map((row, index) => (
            <li key={row.id} className="flex items-start gap-2">
              <div className="grid min-w-0 grow gap-2 sm:grid-cols-[10rem_1fr]">
                <SelectField
                  label={texts.network(index + 1)}
                  value={row.network}
                  options={NETWORKS}
                  isDisabled={isReadOnly}
                  onChange={(network) => replace(index, { ...row, network })}
                />
                <TextField
                  label={texts.address(index + 1)}
                  placeholder={texts.addressHint}
                  value={row.href}
                  error={problems[`social.${index}.href`]}
                  onText={(href) => replace(index, { ...row, href })}
                />
              </div>
              {!isReadOnly && (
                <span className="pt-7">
                  <IconButton
                    label={texts.removeSocial(networkNames[row.network])}
                    onClick={() => onChange({ social: social.toSpliced(index, 1) })}
                  >
                    <Trash2 />
                  </IconButton>
                </span>
              )}
            </li>
          ))}
        </ul>
        {!isReadOnly && (
          <div>
            <Button
              icon={<Plus />}
              disabled={social.length >= MOST_LINKS}
              onClick={() => onChange({ social: [...social, newSocialRow('instagram')] })}
            >
              {texts.addSocial}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
