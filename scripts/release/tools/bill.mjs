// Writes a bill of materials in CycloneDX from what standard input lists, as JSON. Plain Node, in the folder
// of its packages. Without a time or a random number, so that the same parts give the same bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

const { component, parts } = JSON.parse(readFileSync(0, 'utf8'));
const spec = Spec.Spec1dot6;
const makeLicence = new Contrib.License.Factories.LicenseFactory();

/** The checksum that the lockfile records, in hexadecimal as the format demands. */
const hashesOf = (integrity) => {
  if (integrity === undefined) return [];
  return [
    [
      Enums.HashAlgorithm['SHA-512'],
      Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
    ],
  ];
};

function componentOf({ name, version, license, integrity, bytes }) {
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const made = new Models.Component(Enums.ComponentType.Library, plain, {
    group,
    version,
    purl,
    bomRef: purl,
    hashes: new Models.HashDictionary(hashesOf(integrity)),
  });
  const isExpression = / (?:AND|OR|WITH) /u.test(license);
  made.licenses.add(
    isExpression ? new Models.LicenseExpression(license) : makeLicence.makeFromString(license),
  );
  if (bytes !== undefined)
    made.properties.add(new Models.Property('xnet:bytesInBundle', String(bytes)));
  return made;
}

const bom = new Models.Bom();
bom.metadata.component = componentOf(component);
for (const part of parts) {
  const made = componentOf(part);
  bom.components.add(made);
  bom.metadata.component.dependencies.add(made.bomRef);
}
const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(spec));
writeFileSync(process.argv[2], serializer.serialize(bom, { sortLists: true, space: 2 }));
