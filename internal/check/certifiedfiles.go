package check

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hardbop/internal/certify"
	"hardbop/internal/source"
)

// This file writes into certificates what they were made from, and finds that again.

// madeFrom lists the C files with what they hold; nil if not all of them are files.
func (opt Options) madeFrom() []certify.File {
	var list []certify.File
	for i, name := range opt.Files {
		sum := opt.Inputs.sum(name)
		if sum == "" || opt.texts[name] != nil {
			return nil
		}
		list = append(list, certify.File{Name: opt.pathOf(i), SHA256: sum})
	}
	return list
}

// ruleFile is the file of the question's rule; nil if there is none.
func (opt Options) ruleFile(q *question) *certify.File {
	if q.rule == nil || q.rule.Library || q.file == "" || opt.Inputs.sum(q.file) == "" {
		return nil
	}
	return &certify.File{Name: q.file, SHA256: opt.Inputs.sum(q.file)}
}

// sum is the sum of the file that positions call name; "" if it wasn't read.
func (in *Inputs) sum(name string) string {
	list := in.List()
	if i := slices.IndexFunc(list, func(in Input) bool { return in.Name == name }); i >= 0 {
		return list[i].Sum
	}
	return ""
}

// AsCertified takes the C files from the certificate in a file, and what of the rule and the compilation database
// opt leaves open. It complains about files that aren't what they were.
func (opt *Options) AsCertified(name string) error {
	text, err := source.ReadText(name)
	if err != nil {
		return fmt.Errorf("certificate %s: %w", name, err)
	}
	cert, err := certify.Read(name, text)
	if err != nil {
		return err
	}
	if len(cert.Files) == 0 {
		return fmt.Errorf("the certificate %s doesn't name the C files that it was made from: name them behind it", name)
	}
	files := cert.Files
	if len(opt.Rules) == 0 && opt.Spec == "" && opt.Property == "" && cert.Rule != nil {
		opt.Rules = []string{cert.Rule.Name}
		files = append(slices.Clone(files), *cert.Rule)
	}
	if opt.Database == "" {
		opt.Database = cert.Database
	}
	for _, f := range cert.Files {
		opt.Files = append(opt.Files, f.Name)
	}
	return asTheyWere(name, files)
}

// asTheyWere complains about files that are missing or changed.
func asTheyWere(certificate string, files []certify.File) error {
	var missing, changed []string
	for _, f := range files {
		switch sum := sumNow(f.Name, make([]byte, 1<<16)); {
		case sum == "":
			missing = append(missing, f.Name)
		case sum != f.SHA256:
			changed = append(changed, f.Name)
		}
	}
	var what []string
	if len(missing) > 0 {
		what = append(what, strings.Join(missing, ", ")+" can't be read here")
	}
	if len(changed) > 0 {
		what = append(what, strings.Join(changed, ", ")+" changed since")
	}
	if len(what) == 0 {
		return nil
	}
	return fmt.Errorf("of the files that the certificate %s was made from, %s: name the C files behind it, and a rule file with --rule, to check it for these", filepath.Base(certificate), strings.Join(what, ", and "))
}
