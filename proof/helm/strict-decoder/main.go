// Decodes manifests into the types of Kubernetes as its API server does with fieldValidation=Strict: an unknown or repeated field, a
// value of another type and an unknown kind are errors. Each is a line on standard error.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/scheme"
)

func main() {
	problems := 0
	for _, file := range os.Args[1:] {
		problems += check(file)
	}
	if problems > 0 {
		os.Exit(1)
	}
}

func check(file string) int {
	content, err := os.ReadFile(file)
	if err != nil {
		return report(file, err)
	}
	decoder := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(content)))
	problems, objects := 0, 0
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return problems + report(file, err)
		}
		if len(bytes.TrimSpace(withoutComments(document))) == 0 {
			continue
		}
		objects++
		if _, _, err := decoder.Decode(document, nil, nil); err != nil {
			problems += report(file, err)
		}
	}
	if objects == 0 {
		problems += report(file, errors.New("has no object"))
	}
	return problems
}

// Helm leaves documents with nothing but the name of their template.
func withoutComments(document []byte) []byte {
	lines := [][]byte{}
	for _, line := range bytes.Split(document, []byte("\n")) {
		if trimmed := bytes.TrimSpace(line); !bytes.HasPrefix(trimmed, []byte("#")) && !bytes.Equal(trimmed, []byte("---")) {
			lines = append(lines, line)
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

func report(file string, err error) int {
	fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
	return 1
}
