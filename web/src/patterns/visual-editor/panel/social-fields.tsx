import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../components/forms/button.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf, Select } from '../../../components/forms/select.tsx'
import { networkNames } from '../../social/social.texts.ts'
import type { EmailBlock } from '../model/block-document.ts'
import { visualEditor } from '../visual-editor.texts.ts'
import { AlignField } from './align-field.tsx'
import { LinkField } from './link-field.tsx'

const { social: texts } = visualEditor

// Limit of the schema of blocks.
const MAX_LINKS = 12

const SOURCES = optionsOf(texts.sources)
const NETWORKS = optionsOf(networkNames)

type SocialBlock = Extract<EmailBlock, { type: 'social' }>
type SocialLink = NonNullable<SocialBlock['links']>[number]
type SocialFieldsProps = { block: SocialBlock; isReadOnly: boolean; onChange: (block: SocialBlock) => void }

const FIRST: SocialLink = { network: 'website', href: 'https://' }

export function SocialFields({ block, isReadOnly, onChange }: SocialFieldsProps) {
  const { links } = block
  const setLinks = (changed: SocialLink[] | null) => onChange({ ...block, links: changed })
  return (
    <>
      <SelectField
        label={texts.source}
        value={links === null ? 'brand' : 'own'}
        options={SOURCES}
        isDisabled={isReadOnly}
        onChange={(source) => setLinks(source === 'brand' ? null : [FIRST])}
      />
      {links?.map((link, index) => (
        <div
          // Links have no id, and are told apart by their place.
          key={index}
          role="group"
          aria-label={texts.link(index + 1)}
          className="flex flex-col gap-2 rounded-lg bg-sunken p-2"
        >
          <div className="flex items-center gap-1">
            <div className="min-w-0 grow">
              <Select
                isWide
                label={texts.network}
                value={link.network}
                options={NETWORKS}
                isDisabled={isReadOnly}
                onChange={(network) => setLinks(links.with(index, { ...link, network }))}
              />
            </div>
            <IconButton label={texts.remove(index + 1)} onClick={() => setLinks(links.toSpliced(index, 1))}>
              <Trash2 />
            </IconButton>
          </div>
          <LinkField
            label={texts.href}
            value={link.href}
            onChange={(href) => setLinks(links.with(index, { ...link, href }))}
          />
        </div>
      ))}
      {links && !isReadOnly && links.length < MAX_LINKS && (
        <div>
          <Button size="small" icon={<Plus />} onClick={() => setLinks([...links, FIRST])}>
            {texts.add}
          </Button>
        </div>
      )}
      <AlignField block={block} isReadOnly={isReadOnly} onChange={onChange} />
    </>
  )
}
